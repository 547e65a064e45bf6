import ts from 'typescript';
import { parse, type Violation } from './sources.ts';

/** words.json: words that are replaced by the field's own, names that stay (of the wire, of others), what is left. */
export interface Words {
  /** A pattern of lower-case words, and what to write instead. */
  forbidden: Record<string, string>;
  /** Identifiers, fields and terms that may be written as they are. */
  allowed: string[];
  /** By layer. It only falls. */
  max: Record<string, number>;
}

/** Forbidden words in the path, identifiers and comments of a file; not in its strings. */
export function findForbiddenWords(path: string, text: string, { forbidden, allowed }: Words): Violation[] {
  const source = parse(path, text);
  const rules = Object.entries(forbidden).map(([word, instead]) => ({
    word: new RegExp(`\\b(${word})\\b`),
    instead,
  }));
  const names = new Set(allowed);
  const found: Violation[] = [];
  const check = (position: string, written: string) => {
    const terms = written.split(/[^\w-]+/).filter((term) => !names.has(term));
    const words = terms
      .join(' ')
      .replaceAll(/([a-z\d])([A-Z])|[_-]+/g, '$1 $2')
      .toLowerCase();
    for (const { word, instead } of rules) {
      const match = word.exec(words)?.[0];
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
    if (ts.isIdentifier(node)) check(lineAt(node.getStart(source)), node.text);
    if (children.length === 0 && !ts.isJsxText(node))
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
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
