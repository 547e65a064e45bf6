import ts from 'typescript';
import { line, parse, type Violation } from './rules.ts';

/** Rooms whose texts are all wrapped (docs/translating.md): all but what another site shows, and the list of parts. */
export const WRAPPED = /^web\/(?!embed\/|pages\/design)/;

/** Attributes, and properties of what is handed to parts of the page, that people read or hear. */
const READ = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'heading',
  'hint',
  'label',
  'legend',
  'nothing',
  'placeholder',
  'retry',
  'text',
  'title',
]);

/** Words in markup, or in what is read, that no macro wraps; and macros where they are run but once, for every language. */
export function findUnwrapped(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  const add = (node: ts.Node, rule: string, what: string) =>
    found.push({ rule, place: `${path}:${line(source, node)}`, what });
  const check = (node: ts.Expression | undefined): void => {
    for (const each of wordsOf(node))
      add(each, 'texts-are-wrapped', `${each.getText(source).slice(0, 60)} can't be translated: t\`…\``);
  };
  const walk = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText(source) === 'Trans') return;
    if (ts.isJsxText(node) && hasWords(node.text))
      add(node, 'texts-are-wrapped', `“${node.text.trim().slice(0, 60)}” can't be translated: {t\`…\`}`);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) check(node.expression);
    if (ts.isJsxAttribute(node) && READ.has(node.name.getText(source))) {
      const { initializer } = node;
      if (initializer && ts.isStringLiteral(initializer)) check(initializer);
      else if (initializer && ts.isJsxExpression(initializer)) check(initializer.expression);
    }
    if (ts.isPropertyAssignment(node) && READ.has(node.name.getText(source))) check(node.initializer);
    if (isMacro(node, source) && !isLate(node))
      add(
        node,
        'texts-in-functions',
        `${node.getText(source).slice(0, 60)} stays in the language it was first read in: msg\`…\`, or a function`,
      );
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

const isMacro = (node: ts.Node, source: ts.SourceFile): boolean =>
  (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 't') ||
  (ts.isCallExpression(node) && /^(plural|select)$/.test(node.expression.getText(source)));

/** Inside of a function, which runs when the language is known. */
function isLate(node: ts.Node): boolean {
  for (let { parent } = node; parent; { parent } = parent) if (ts.isFunctionLike(parent)) return true;
  return false;
}

/** Literals that an expression may come out as. */
function wordsOf(node: ts.Expression | undefined): ts.Expression[] {
  if (!node) return [];
  if (ts.isParenthesizedExpression(node)) return wordsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return wordsOf(node.right);
    return JOINS.has(kind) ? [...wordsOf(node.left), ...wordsOf(node.right)] : [];
  }
  if (ts.isStringLiteralLike(node)) return hasWords(node.text) ? [node] : [];
  if (!ts.isTemplateExpression(node)) return [];
  const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ');
  return hasWords(words) ? [node] : [];
}

const JOINS = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** Addresses, paths and constants are no words. */
const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replaceAll(/&\w+;|\b(?:https?|smtps?):\/\/\S*|^\/\S*/g, ' '));
