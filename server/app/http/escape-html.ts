import { withoutForbidden } from '#contract/text/text.ts';

/**
 * As escapeHtml, for XML 1.0: forbidden characters are removed, since one makes parsers reject the whole
 * document.
 */
export const escapeXml = (text: string): string =>
  escapeHtml(UNUSUAL.test(text) ? withoutForbidden(text) : text);

/**
 * Anything beyond the ASCII that XML allows unescaped. Most sitemap texts have none, and this check is quick.
 */
const UNUSUAL = /[^\t\n\r -~]/;

const SPECIAL = /[&<>"']/;

export function escapeHtml(text: string): string {
  // most texts have none, and pages and sitemaps contain many texts
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
