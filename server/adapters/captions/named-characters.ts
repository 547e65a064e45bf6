import { decodeHTMLStrict } from 'entities';

const NAME = /&[a-z][a-z\d]{1,31};/gi;
/** Cue text keeps these as they are: see `plainCueText`. */
const ALLOWED = new Set(['&amp;', '&lt;', '&gt;', '&nbsp;', '&lrm;', '&rlm;', '&quot;', '&apos;']);

/** Cue text with the characters that HTML's names stand for (`&eacute;`), as the specification of WebVTT has it. */
export const withCharacters = (text: string): string =>
  text.replaceAll(NAME, (name) => (ALLOWED.has(name.toLowerCase()) ? name : decodeHTMLStrict(name)));
