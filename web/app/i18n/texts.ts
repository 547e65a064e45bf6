import { i18n } from '@lingui/core';
import { LANGUAGE_COOKIE, SOURCE_LANGUAGE } from '#contract/text/languages.ts';
import { hasInitialData } from '../client/initial-data.ts';

/**
 * The page's language, fixed while it is open: choosing another reloads it. English is in the code; every other
 * language has two catalogs, one for visitors and one for admins.
 */
export type Texts = 'web' | 'admin';

// what is still text has no values (build/compile-english.ts)
i18n.setMessagesCompiler((text) => [text]);
i18n.loadAndActivate({ locale: SOURCE_LANGUAGE, messages: {} });

const loaded = new Set<string>();

/** The language the server rendered the page in; a page served by another host follows the choice made there. */
const languageNow = (): string => {
  // each page's own (web/entry-server.tsx)
  if (typeof document === 'undefined') return i18n.locale;
  if (hasInitialData) return document.documentElement.lang;
  return new RegExp(`\\b${LANGUAGE_COOKIE}=([\\w-]+)`).exec(document.cookie)?.[1] ?? SOURCE_LANGUAGE;
};

/** Before anything of them is shown. */
export async function loadTexts(kind: Texts, language = languageNow()): Promise<void> {
  const key = `${language} ${kind}`;
  if (language !== SOURCE_LANGUAGE && !loaded.has(key)) {
    const { loadCatalog } = await import('./catalogs.ts');
    i18n.load(language, await loadCatalog(language, kind));
    loaded.add(key);
  }
  if (i18n.locale !== language) i18n.activate(language);
}
