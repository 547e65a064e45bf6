/**
 * The languages the site can be read in, by their tag (BCP 47), in the order and by the names that people choose from.
 * A line here and a folder in locales/ make one more (docs/translating.md).
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as Language[];

/** The language of the texts in the code: it needs no catalog. */
export const SOURCE_LANGUAGE = 'en' satisfies Language;

/** What a guest, or a member for this browser, has chosen. */
export const LANGUAGE_COOKIE = 'lang';
/** `?lang=de` chooses, too. */
export const LANGUAGE_PARAM = 'lang';
