import { withoutForbidden } from '#contract/text/text.ts';

/** As escapeHtml, for XML 1.0: what it forbids is left out, or no reader takes anything of the whole document. */
export const escapeXml = (text: string): string =>
  escapeHtml(UNUSUAL.test(text) ? withoutForbidden(text) : text);

/** More than the ASCII that XML takes as it is: most texts of a sitemap hold none, and looking for this is quick. */
const UNUSUAL = /[^\t\n\r -~]/;

const SPECIAL = /[&<>"']/;

export function escapeHtml(text: string): string {
  // most texts hold none, and pages and sitemaps hold many texts
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
