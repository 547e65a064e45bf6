import type { ExtractedMessage, ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type ts from 'typescript';

/**
 * Finds what the server says to people, for Lingui's catalogs. It runs from its sources, so that there are no macros:
 * - the sentence and the fields of `fail(status, code, 'This name is taken.')`, and what `notFound('This video')` names;
 * - say`At most ${n} pictures.`, in the contract rule`…`, whose values become {0}, {1}, …;
 * - `i18n._('Welcome to {site}', { site })`, which mails are made of, and `msg('…')`, said elsewhere;
 * - in the contract every sentence that a schema is given.
 */
export const serverTexts: ExtractorType = {
  match: (filename) => /(^|\/)(server|contract)\/.*\.ts$/.test(filename),
  async extract(filename, code, onMessageExtracted) {
    const { default: typescript } = await import('typescript');
    for (const text of findServerTexts(typescript, filename, code)) onMessageExtracted(text);
  },
};

const SENTENCE = /^[A-Z“].*\s.*[.!?]$/s;

export function findServerTexts(typescript: typeof ts, path: string, code: string): ExtractedMessage[] {
  const source = typescript.createSourceFile(path, code, typescript.ScriptTarget.Latest, true);
  const found: ExtractedMessage[] = [];
  const constants = constantsOf(typescript, source);
  const isContract = /(^|\/)contract\//.test(path);

  const add = (node: ts.Node, message: string, placeholders: Record<string, string> = {}) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ id: generateMessageId(message), message, origin: [path, line], placeholders } as never);
  };

  /** What an expression may come out as: a sentence, one of two, a constant, or what is tagged anyway. */
  const addText = (node: ts.Expression | undefined, depth = 0): void => {
    if (!node || depth > 4) return;
    if (typescript.isStringLiteralLike(node)) add(node, node.text);
    else if (typescript.isConditionalExpression(node)) {
      addText(node.whenTrue, depth + 1);
      addText(node.whenFalse, depth + 1);
    } else if (typescript.isBinaryExpression(node)) {
      addText(node.left, depth + 1);
      addText(node.right, depth + 1);
    } else if (typescript.isIdentifier(node)) addText(constants.get(node.text), depth + 1);
  };

  const addFields = (more: ts.Expression | undefined): void => {
    if (!more || !typescript.isObjectLiteralExpression(more)) return;
    for (const property of more.properties) {
      if (!typescript.isPropertyAssignment(property) || property.name.getText(source) !== 'fields') continue;
      if (!typescript.isObjectLiteralExpression(property.initializer)) continue;
      for (const field of property.initializer.properties)
        if (typescript.isPropertyAssignment(field)) addText(field.initializer);
    }
  };

  const visit = (node: ts.Node): void => {
    if (typescript.isTaggedTemplateExpression(node) && /^(say|rule)$/.test(node.tag.getText(source))) {
      const { message, placeholders } = messageOf(typescript, node.template, source);
      add(node, message, placeholders);
    } else if (typescript.isCallExpression(node)) {
      const name = node.expression.getText(source);
      const [first] = node.arguments;
      if (name === 'fail') {
        addText(node.arguments[2]);
        addFields(node.arguments[3]);
      } else if (/^(notFound|msg)$/.test(name) || /(^|\.)i18n\.(_|t)$/.test(name)) addText(first);
      else if (isContract && name !== 'Error') for (const argument of node.arguments) addSentence(argument);
    } else if (isContract && typescript.isPropertyAssignment(node) && node.name.getText(source) === 'message')
      addSentence(node.initializer);
    typescript.forEachChild(node, visit);
  };
  const addSentence = (node: ts.Expression): void => {
    const value = typescript.isIdentifier(node) ? constants.get(node.text) : node;
    if (value && typescript.isStringLiteralLike(value) && SENTENCE.test(value.text)) add(value, value.text);
  };

  visit(source);
  return found;
}

/** Words that stand under a name. */
function constantsOf(typescript: typeof ts, source: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  const note = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) && typescript.isIdentifier(node.name) && node.initializer)
      if (typescript.isStringLiteralLike(node.initializer)) constants.set(node.name.text, node.initializer);
    typescript.forEachChild(node, note);
  };
  note(source);
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
