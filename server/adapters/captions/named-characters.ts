import { decodeHTMLStrict } from 'entities';

const NAME = /&[a-z][a-z\d]{1,31};/gi;
/** Cue text leaves these unchanged: see `plainCueText`. */
const ALLOWED = new Set(['&amp;', '&lt;', '&gt;', '&nbsp;', '&lrm;', '&rlm;', '&quot;', '&apos;']);

/**
 * Cue text with HTML's named character references (`&eacute;`) decoded, as the WebVTT specification requires.
 */
export const withCharacters = (text: string): string =>
  text.replaceAll(NAME, (name) => (ALLOWED.has(name.toLowerCase()) ? name : decodeHTMLStrict(name)));
