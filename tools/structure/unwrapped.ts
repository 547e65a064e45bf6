import ts from 'typescript';
import { lineOf, parse, visit, type Violation } from './sources.ts';

/** Rooms whose texts are all wrapped (docs/translating.md): all but what another site shows, and the list of parts. */
export const WRAPPED = /^web\/(?!embed\/|pages\/design)/;

/** Attributes and properties with user-visible text. */
const READ =
  /^(action|alt|aria-(description|label|roledescription|valuetext)|caption|heading|hint|label|legend|nothing|placeholder|retry|text|title)$/;

/** Texts in markup or in READ that no macro wraps, and macros that run once, before the language is known. */
export function findUnwrapped(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  const add = (node: ts.Node, rule: string, what: string) =>
    found.push({
      rule,
      location: `${path}:${lineOf(source, node)}`,
      what: `${node.getText(source).trim().slice(0, 60)} ${what}`,
    });
  const check = (node: ts.Node | undefined): void => {
    for (const each of literalsOf(node)) add(each, 'texts-are-wrapped', "can't be translated: t`…`");
  };
  visit(source, (node) => {
    if (isInTrans(node, source)) return;
    if (ts.isJsxText(node) && hasText(node.text))
      add(node, 'texts-are-wrapped', "can't be translated: {t`…`}");
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) check(node.expression);
    if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && READ.test(node.name.getText(source)))
      check(
        node.initializer && ts.isJsxExpression(node.initializer)
          ? node.initializer.expression
          : node.initializer,
      );
    if (isMacro(node, source) && !ts.findAncestor(node, ts.isFunctionLike))
      add(node, 'texts-in-functions', 'stays in one language: msg`…`, or a function');
  });
  return found;
}

const isInTrans = (node: ts.Node, source: ts.SourceFile): boolean =>
  !!ts.findAncestor(
    node,
    (parent) => ts.isJsxElement(parent) && parent.openingElement.tagName.getText(source) === 'Trans',
  );

const isMacro = (node: ts.Node, source: ts.SourceFile): boolean =>
  (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 't') ||
  (ts.isCallExpression(node) && /^(plural|select)$/.test(node.expression.getText(source)));

/** The text literals that an expression may evaluate to. */
function literalsOf(node: ts.Node | undefined): ts.Node[] {
  if (!node) return [];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return literalsOf(node.right);
    return /^(\|\||\?\?|\+)$/.test(node.operatorToken.getText())
      ? [node.left, node.right].flatMap(literalsOf)
      : [];
  }
  if (ts.isStringLiteralLike(node)) return hasText(node.text) ? [node] : [];
  if (!ts.isTemplateExpression(node)) return [];
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return hasText(texts.join(' ')) ? [node] : [];
}

/** Addresses, paths and constants are not texts. */
const hasText = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replaceAll(/&\w+;|\b(?:https?|smtps?):\/\/\S*|^\/\S*/g, ' '));
