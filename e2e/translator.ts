import { readFileSync } from 'node:fs';
import { I18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '#contract/text/languages.ts';

const po = formatter();

/** Of two meanings of a word the one that the catalog gives this context. */
type Translate = (english: string, values?: Record<string, string | number>, context?: string) => string;

/** The pages' texts in a language, by the English in the code. Fails if the catalogs don't contain one. */
export function translator(language: Language): Translate {
  const keyOf = (english: string, context = '') => `${context}|${english}`;
  const translations = new Map(
    ['web', 'admin'].flatMap((kind) => {
      const read = po.parse(readFileSync(`locales/${language}/${kind}.po`, 'utf8'), {
        locale: language,
        sourceLocale: 'en',
        filename: '',
      }) as Record<string, { message: string; translation: string; context?: string }>;
      return Object.values(read).map(
        ({ message, translation, context }) => [keyOf(message, context), translation] as const,
      );
    }),
  );
  return (english, values = {}, context = '') => {
    const translation = translations.get(keyOf(english, context));
    if (!translation) throw new Error(`${language} has no words for “${english}”.`);
    const i18n = new I18n({
      locale: language,
      messages: { [language]: { text: compileMessageOrThrow(translation) } },
    });
    return i18n._('text', values);
  };
}
