import { posix } from 'node:path';
import ts from 'typescript';
import { line, parse, visit, type Violation } from './rules.ts';

const WRITING_METHODS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const WRITING_SQL =
  /\b(insert\s+into|update\s+[\w"${}.]+(\s+(as\s+)?\w+)?\s+set|delete\s+from|merge\s+into)\b/i;

/** One function of a store: whether it writes by itself, and which functions it calls, as `path#name`. */
interface StoreFunction {
  writes: boolean;
  calls: string[];
}

/**
 * Functions of stores that write and that another slice imports: a write goes through the actions of the slice that
 * owns the rows. A function writes when it or one that it calls inserts, updates or deletes.
 */
export function findForeignWrites(
  files: { path: string; text: string }[],
  sliceOf: (path: string) => string | undefined,
): Violation[] {
  const stores = files.filter(({ path }) => path.endsWith('.store.ts'));
  const writing = writingFunctions(stores);
  return files.flatMap(({ path, text }) => {
    const slice = sliceOf(path);
    if (!slice) return [];
    return [...importsOf(path, parse(path, text))]
      .filter(([, { target }]) => {
        const other = sliceOf(target.split('#')[0] ?? '');
        return other !== undefined && other !== slice && writing.has(target);
      })
      .map(([name, { target, at }]) => ({
        rule: 'writes-through-actions',
        place: `${path}:${at}`,
        what: `${name} of ${target.split('#')[0]} writes`,
      }));
  });
}

function writingFunctions(stores: { path: string; text: string }[]): Set<string> {
  const functions = new Map(stores.flatMap(({ path, text }) => functionsOf(path, text)));
  const writing = new Set([...functions].filter(([, { writes }]) => writes).map(([name]) => name));
  for (let grew = true; grew;) {
    grew = false;
    for (const [name, { calls }] of functions) {
      if (writing.has(name) || !calls.some((called) => writing.has(called))) continue;
      writing.add(name);
      grew = true;
    }
  }
  return writing;
}

/** The functions and values at the top of one store. */
function functionsOf(path: string, text: string): [string, StoreFunction][] {
  const source = parse(path, text);
  const imports = importsOf(path, source);
  return source.statements.flatMap((statement) => {
    const named = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : ts.isFunctionDeclaration(statement)
        ? [statement]
        : [];
    return named.flatMap((node): [string, StoreFunction][] =>
      node.name && ts.isIdentifier(node.name)
        ? [[`${path}#${node.name.text}`, readFunction(path, source, node, imports)]]
        : [],
    );
  });
}

function readFunction(
  path: string,
  source: ts.SourceFile,
  root: ts.Node,
  imports: ReturnType<typeof importsOf>,
): StoreFunction {
  let writes = false;
  const calls: string[] = [];
  visit(root, (node) => {
    if (ts.isPropertyAccessExpression(node) && WRITING_METHODS.has(node.name.text)) writes = true;
    if (ts.isTaggedTemplateExpression(node) && WRITING_SQL.test(node.template.getText(source))) writes = true;
    if (ts.isIdentifier(node)) calls.push(imports.get(node.text)?.target ?? `${path}#${node.text}`);
  });
  return { writes, calls };
}

/** What a file imports by name, as `path#name` of where it comes from; types are left out. */
function importsOf(path: string, source: ts.SourceFile): Map<string, { target: string; at: number }> {
  const found = new Map<string, { target: string; at: number }>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const file = from.startsWith('#')
      ? from.slice(1)
      : from.startsWith('.')
        ? posix.join(posix.dirname(path), from)
        : null;
    const names = statement.importClause?.namedBindings;
    if (!file || !names || !ts.isNamedImports(names)) continue;
    for (const { name, propertyName } of names.elements)
      found.set(name.text, {
        target: `${file}#${(propertyName ?? name).text}`,
        at: line(source, statement),
      });
  }
  return found;
}
