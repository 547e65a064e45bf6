/** Languages of tracks. Server and web alike; imports nothing. */

/** The common ones; any other is shown by its tag. */
export const COMMON_LANGUAGES =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro ru sv th tr uk ur vi zh zh-Hant'.split(
    ' ',
  );

const TAG = /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i;

/** BCP 47 as Intl writes it (`pt-BR`); null: there is no such tag. */
export function languageTag(value: string): string | null {
  if (!TAG.test(value)) return null;
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    return null;
  }
}

/** A language by the name it gives itself: `Deutsch`. */
export function nameOfLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
