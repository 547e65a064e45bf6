import { SOURCE_LANGUAGE, type Language } from '#contract/text/languages.ts';
import type { NameKind, OwnerField } from '#contract/settings/translations.ts';
import { PRODUCT_CATEGORIES } from '#contract/shop/shop.ts';
import { CATEGORIES } from '#contract/videos/videos.ts';
import { translate } from '../i18n/translate.ts';
import { environmentDefaults, type Settings } from './settings.ts';

/** A text, and its language if it differs from the requested one. */
export interface OwnerText<Texts = string | null> {
  text: Texts;
  in?: Language;
}

/** The product's own names, which its catalogs translate. */
const BUILT_IN: Record<NameKind, readonly string[]> = {
  videos: CATEGORIES,
  products: PRODUCT_CATEGORIES,
  links: [],
};

/** What the owner wrote, for who reads the site in this language: its translation, else as it was written. */
export function ownerTexts(settings: Pick<Settings, 'SITE_TAGLINE' | 'owner'>, language: Language) {
  const { owner } = settings;
  const { defaultLanguage } = owner.languages;
  const translation = owner.translations[language];
  const originals = { ...owner.texts, ...owner.shop, ...owner.community, tagline: settings.SITE_TAGLINE };
  const isTheProducts = (field: OwnerField): boolean =>
    field === 'tagline' && settings.SITE_TAGLINE === environmentDefaults.SITE_TAGLINE;
  const otherThan = (written: Language) => (written === language ? {} : { in: written });
  const text = (field: OwnerField): OwnerText => {
    const translated = translation[field];
    if (translated) return { text: translated };
    const written = originals[field];
    if (!written) return { text: written };
    return { text: written, ...otherThan(isTheProducts(field) ? SOURCE_LANGUAGE : defaultLanguage) };
  };
  const name = (kind: NameKind, given: string): OwnerText<string> => {
    const names = translation[kind] ?? {};
    const translated = Object.hasOwn(names, given) ? names[given] : undefined;
    if (translated) return { text: translated };
    if (BUILT_IN[kind].includes(given)) return { text: translate(language, given) };
    return { text: given, ...otherThan(defaultLanguage) };
  };
  return { text, name };
}
