import { i18n } from '@lingui/core';

/** What the first screen shows in English is formatted without `Intl`, see format.ts. */
export const isEnglish = (): boolean => i18n.locale === 'en' || i18n.locale === '';

interface Kind<Options, Formatter> {
  new (language: string, options: Options): Formatter;
  readonly name: string;
}

const formatters = new Map<string, unknown>();

/** An Intl formatter for the page's language, cached. `english`: which variant of English. */
export function formatter<Options, Formatter>(
  kind: Kind<Options, Formatter>,
  options: Options,
  english = 'en',
): Formatter {
  const language = isEnglish() ? english : i18n.locale;
  const key = `${kind.name} ${language} ${JSON.stringify(options)}`;
  const known = formatters.get(key) as Formatter | undefined;
  if (known) return known;
  const one = new kind(language, options);
  formatters.set(key, one);
  return one;
}
