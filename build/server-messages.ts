import type { ExtractedMessage, ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type ts from 'typescript';
import { isFrame } from '../contract/text/message.ts';

/**
 * Finds the server's user-visible texts, for Lingui's catalogs. The server runs from its sources, without macros:
 * - the sentence and the fields of `fail(status, code, 'This name is taken.')`, and what `notFound('This video')` names;
 * - msg`Up to ${n} pictures.`, in the contract rule`…`, whose values become {0}, {1}, …;
 * - what `storedMessages('orders', { PAID: 'Paid.' })` holds;
 * - `i18n._('Welcome to {site}', { site })`, which mails are made of, and `msg('…')`, rendered elsewhere;
 * - in the contract every sentence that a schema is given, and `what` a field is called in them (contract/values.ts).
 */
export const serverTexts: ExtractorType = {
  match: (filename) => /(^|\/)(server|contract)\/.*\.ts$/.test(filename),
  async extract(filename, code, onMessageExtracted) {
    const { default: typescript } = await import('typescript');
    for (const text of findServerTexts(typescript, filename, code)) onMessageExtracted(text);
  },
};

/** Ends with a full stop, or is long enough to be a sentence. */
const SENTENCE = /^[A-Za-z“].*\s.*[.!?]$|^[A-Z]\S*(?: \S+){4,}$/s;
const SENTENCE_OF = /^(message|error)$/;

export function findServerTexts(typescript: typeof ts, path: string, code: string): ExtractedMessage[] {
  const source = typescript.createSourceFile(path, code, typescript.ScriptTarget.Latest, true);
  const found: ExtractedMessage[] = [];
  const constants = constantsOf(typescript, source);
  const isContract = /(^|\/)contract\//.test(path);

  const add = (node: ts.Node, message: string, placeholders: Record<string, string> = {}) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ id: generateMessageId(message), message, origin: [path, line], placeholders } as never);
  };

  const addText = (node: ts.Expression | undefined): void => {
    for (const literal of literalsIn(typescript, constants, node))
      if (!isFrame(literal.text)) add(literal, literal.text);
  };
  const addSentence = (node: ts.Expression): void => {
    const values = typescript.isIdentifier(node) ? (constants.get(node.text) ?? []) : [node];
    for (const value of values)
      if (typescript.isStringLiteralLike(value) && SENTENCE.test(value.text)) add(value, value.text);
  };

  const visit = (node: ts.Node): void => {
    if (typescript.isTaggedTemplateExpression(node) && /^(msg|rule)$/.test(node.tag.getText(source))) {
      const { message, placeholders } = messageOf(typescript, node.template, source);
      if (!isFrame(message)) add(node, message, placeholders);
    } else if (typescript.isCallExpression(node)) {
      const name = node.expression.getText(source);
      const [first] = node.arguments;
      if (name === 'fail') {
        addText(node.arguments[2]);
        for (const field of fieldsIn(typescript, node.arguments[3])) addText(field);
      } else if (/^(notFound|msg)$/.test(name) || /(^|\.)i18n\.(_|t)$/.test(name)) addText(first);
      else if (name === 'storedMessages')
        for (const text of valuesOf(typescript, node.arguments[1])) addText(text);
      else if (isContract && name !== 'Error') for (const argument of node.arguments) addSentence(argument);
    } else if (isContract && typescript.isPropertyAssignment(node)) {
      const name = node.name.getText(source);
      if (SENTENCE_OF.test(name)) addSentence(node.initializer);
      else if (name === 'what') addText(node.initializer);
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What an expression may come out as: a sentence, one of two, a constant; what is tagged is found anyway. */
function literalsIn(
  typescript: typeof ts,
  constants: Map<string, ts.Expression[]>,
  node: ts.Expression | undefined,
  depth = 0,
): ts.StringLiteralLike[] {
  if (!node || depth > 4) return [];
  if (typescript.isStringLiteralLike(node)) return [node];
  const within = (parts: ts.Expression[]) =>
    parts.flatMap((part) => literalsIn(typescript, constants, part, depth + 1));
  if (typescript.isConditionalExpression(node)) return within([node.whenTrue, node.whenFalse]);
  if (typescript.isBinaryExpression(node)) return within([node.left, node.right]);
  return typescript.isIdentifier(node) ? within(constants.get(node.text) ?? []) : [];
}

/** The values of `{ fields: { … } }`. */
function fieldsIn(typescript: typeof ts, more: ts.Expression | undefined): ts.Expression[] {
  if (!more || !typescript.isObjectLiteralExpression(more)) return [];
  return more.properties.flatMap((property) =>
    typescript.isPropertyAssignment(property) && property.name.getText() === 'fields'
      ? valuesOf(typescript, property.initializer)
      : [],
  );
}

/** Of an object: `{ PAID: 'Paid.' }`. */
const valuesOf = (typescript: typeof ts, node: ts.Expression | undefined): ts.Expression[] =>
  node && typescript.isObjectLiteralExpression(node)
    ? node.properties.flatMap((property) =>
        typescript.isPropertyAssignment(property) ? [property.initializer] : [],
      )
    : [];

/** Texts declared under a name; functions may have several per name. */
function constantsOf(typescript: typeof ts, source: ts.SourceFile): Map<string, ts.Expression[]> {
  const constants = new Map<string, ts.Expression[]>();
  const visitNode = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) && typescript.isIdentifier(node.name) && node.initializer)
      if (typescript.isStringLiteralLike(node.initializer))
        constants.set(node.name.text, [...(constants.get(node.name.text) ?? []), node.initializer]);
    typescript.forEachChild(node, visitNode);
  };
  visitNode(source);
  return constants;
}

function messageOf(typescript: typeof ts, template: ts.TemplateLiteral, source: ts.SourceFile) {
  if (typescript.isNoSubstitutionTemplateLiteral(template))
    return { message: template.text, placeholders: {} };
  const spans = template.templateSpans;
  return {
    message: template.head.text + spans.map(({ literal }, at) => `{${at}}${literal.text}`).join(''),
    placeholders: Object.fromEntries(
      spans.map(({ expression }, at) => [String(at), expression.getText(source)]),
    ),
  };
}
