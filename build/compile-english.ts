import type { PluginObj, types } from '@babel/core';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { defineRolldownBabelPreset } from '@rolldown/plugin-babel';

/**
 * After Lingui's macros, which leave the English of the code as it is: compiles texts with values, as those of catalogs
 * are, so that pages need no parser.
 */
const compileEnglish = ({ types: t }: { types: typeof types }): PluginObj => ({
  name: 'compile-english',
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => value.includes('i18n'))) return;
      for (const property of node.properties) {
        if (!t.isObjectProperty(property) || !t.isIdentifier(property.key, { name: 'message' })) continue;
        if (!t.isStringLiteral(property.value)) continue;
        const compiled = compileMessageOrThrow(property.value.value);
        const [message = ''] = compiled;
        const isPlain = compiled.length <= 1 && typeof message === 'string';
        // without what is undefined
        property.value = t.valueToNode(isPlain ? message : JSON.parse(JSON.stringify(compiled)));
      }
    },
  },
});

/** Makes calls of the texts (docs/translating.md). */
export const translatedTexts = defineRolldownBabelPreset({
  preset: () => ({
    plugins: [
      ['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message', linguiConfig: getConfig() }],
      compileEnglish,
    ],
  }),
  rolldown: { filter: { code: /from '@lingui\/(?:core|react)\/macro'/ } },
});
