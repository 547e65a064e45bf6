import ts from 'typescript';
import { parse, type Violation } from './sources.ts';

/** words.json: words that are replaced by the field's own, and names that stay: the wire's, the database's, others'. */
export interface Words {
  /** A pattern of lower-case words, and what to write instead. */
  forbidden: Record<string, string>;
  /** By its pattern: the files where a word is the field's own. */
  except: Record<string, string>;
  /** Identifiers and terms that may be written as they are, by whose they are. */
  allowed: Record<string, string[]>;
  /** The same, but only as the field of an object. */
  fields: string[];
}

const FIELDS = new Set([
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.ShorthandPropertyAssignment,
]);
const isField = (node: ts.Node): boolean => {
  const { kind, name, propertyName = name } = node.parent as ts.BindingElement;
  return FIELDS.has(kind) && propertyName === node;
};

/** Forbidden words in the path, identifiers and comments of a file; not in its strings. */
export function findForbiddenWords(path: string, text: string, words: Words): Violation[] {
  const { forbidden, except, allowed, fields } = words;
  const source = parse(path, text);
  const rules = Object.entries(forbidden)
    .filter(([word]) => path.search(except[word] ?? '$^') < 0)
    .map(([word, instead]) => ({ word: new RegExp(`\\b(${word})\\b`), instead }));
  const names = new Set(Object.values(allowed).flat());
  const found: Violation[] = [];
  const check = (position: string, written: string) => {
    const terms = written.split(/[^\w-]+/).filter((term) => !names.has(term));
    const lower = terms
      .join(' ')
      .replaceAll(/([a-z\d])([A-Z])|[_-]+/g, '$1 $2')
      .toLowerCase();
    for (const { word, instead } of rules) {
      const match = word.exec(lower)?.[0];
      if (match)
        found.push({
          rule: 'forbidden-word',
          location: position,
          what: `“${match}” in ${written.slice(0, 60)}: ${instead}`,
        });
    }
  };
  const lineAt = (position: number) => `${path}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const comments = new Set<number>();
  const walk = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (ts.isIdentifier(node) && !(isField(node) && fields.includes(node.text)))
      check(lineAt(node.getStart(source)), node.text);
    if (children.length === 0 && !ts.isJsxText(node))
      for (const { pos, end } of [
        ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ])
        if (!comments.has(pos) && comments.add(pos)) {
          for (const [at, line] of text.slice(pos, end).split('\n').entries())
            check(
              lineAt(pos).replace(/\d+$/, (first) => String(Number(first) + at)),
              line.trim(),
            );
        }
    children.forEach(walk);
  };
  check(path, path.replace(/\.\w+$/, ''));
  walk(source);
  return found;
}
