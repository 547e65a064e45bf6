import ts from 'typescript';
import { line, parse, visit, type Violation } from './rules.ts';

/** What makes a value of two. */
const JOINS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/**
 * Values that share their element with words or other parts. A page translator takes each text node out of the page, and
 * React goes on writing into the one it took: what changes there is never seen again. A value that is all its element
 * holds is written anew by React, whatever stands there.
 */
export function findMixedText(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  visit(source, (node) => {
    if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return;
    const parts = node.children.filter((part) => !isNothing(part));
    const words = parts.some((part) => ts.isJsxText(part));
    for (const part of parts) {
      if (parts.length === 1 || !ts.isJsxExpression(part) || !part.expression) continue;
      if (words ? mayBeText(part.expression) : isText(part.expression))
        found.push({
          rule: 'words-and-values-in-one-piece',
          place: `${path}:${line(source, part)}`,
          what: `${part.getText(source)} stands beside other parts: put all the text into one {\`…\`}, in a <span> of its own beside elements`,
        });
    }
  });
  return found;
}

/** Blanks, comments, and words in braces, which never change. */
const isNothing = (part: ts.JsxChild): boolean =>
  (ts.isJsxText(part) && part.text.trim() === '') ||
  (ts.isJsxExpression(part) && (!part.expression || ts.isStringLiteralLike(part.expression)));

/** Whether an expression may come out as text: all but markup, lists of it, what was handed in, and constants. */
function mayBeText(expression: ts.Expression): boolean {
  if (isConstant(expression) || (ts.isIdentifier(expression) && expression.text === 'children')) return false;
  let markup = false;
  visit(expression, (node) => {
    markup ||= ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
  });
  return !markup;
}

/** Whether an expression is text by its looks. */
function isText(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isText(expression.expression);
  if (ts.isConditionalExpression(expression))
    return isText(expression.whenTrue) || isText(expression.whenFalse);
  if (ts.isBinaryExpression(expression) && JOINS.has(expression.operatorToken.kind))
    return isText(expression.right) || (!isAnd(expression) && isText(expression.left));
  return (
    ts.isStringLiteralLike(expression) ||
    ts.isTemplateExpression(expression) ||
    (ts.isCallExpression(expression) && /^(format|describe)[A-Z]/.test(expression.expression.getText())) ||
    /(^|\.)(text|label|title|name|note)$/.test(expression.getText())
  );
}

const isAnd = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** `LIMIT`, `SCORE.like`: the same for as long as the page stands. */
const isConstant = (expression: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(expression)
    ? isConstant(expression.expression)
    : ts.isIdentifier(expression) && /^[A-Z][A-Z0-9_]+$/.test(expression.text);
