import { posix } from 'node:path';
import ts from 'typescript';
import { lineOf, parse, type Violation } from './sources.ts';

const WRITES =
  /\.(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(<[^`]*>)?`[^`]*\b(insert\s+into|update\s+[^`]*\sset|delete\s+from|merge\s+into)\b/i;
const SLICE = /^server\/(?!(?:app|adapters|shell|testing|migrations)\/)([^/]+)\//;
const sliceOf = (path = ''): string | undefined => SLICE.exec(path)?.[1];

/**
 * Imports of another slice's store functions that write: only the slice that owns a table writes it, through its actions.
 * A function writes when it or one that it calls inserts, updates or deletes.
 */
export function findForeignWrites(files: { path: string; text: string }[]): Violation[] {
  const sources = files
    .filter(({ path }) => sliceOf(path))
    .map(({ path, text }) => ({ path, source: parse(path, text) }));
  const functions = new Map(
    sources.flatMap(({ path, source }) => (path.endsWith('.store.ts') ? functionsOf(path, source) : [])),
  );
  const writes = (name: string, seen = new Set<string>()): boolean => {
    const found = functions.get(name);
    if (!found || seen.has(name)) return false;
    seen.add(name);
    return WRITES.test(found.text) || found.uses.some((used) => writes(used, seen));
  };
  return sources.flatMap(({ path, source }) =>
    importsOf(path, source)
      .filter(({ file, target }) => sliceOf(file) && sliceOf(file) !== sliceOf(path) && writes(target))
      .map(({ name, file, line }) => ({
        rule: 'writes-through-actions',
        location: `${path}:${line}`,
        what: `${name} of ${file} writes`,
      })),
  );
}

/** The top-level functions of a store as `path#name`, with the functions they use. */
function functionsOf(path: string, source: ts.SourceFile): [string, { text: string; uses: string[] }][] {
  const imported = new Map(importsOf(path, source).map(({ name, target }) => [name, target]));
  return source.statements
    .flatMap((node): ts.Node[] =>
      ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node],
    )
    .flatMap((node) => {
      if (!(ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) || !node.name) return [];
      const text = node.getText(source);
      const uses = (text.match(/\w+/g) ?? []).map((name) => imported.get(name) ?? `${path}#${name}`);
      return [[`${path}#${node.name.getText(source)}`, { text, uses }]];
    });
}

/** What a file imports by name from our files, as `path#name` of its origin. */
function importsOf(path: string, source: ts.SourceFile) {
  return source.statements.filter(ts.isImportDeclaration).flatMap((node) => {
    const from = (node.moduleSpecifier as ts.StringLiteral).text;
    const file = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from.replace('#', '');
    const names = node.importClause?.namedBindings;
    return (names && ts.isNamedImports(names) ? [...names.elements] : []).map(({ name, propertyName }) => ({
      name: name.text,
      file,
      target: `${file}#${(propertyName ?? name).text}`,
      line: lineOf(source, node),
    }));
  });
}
