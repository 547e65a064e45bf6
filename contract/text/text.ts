import { cutText } from './cut-text.ts';

/** Sanitizes texts before they are stored, whatever their source, and counts characters. Shared by server and web. */

/** Characters as every limit counts them: code points, so that a picture letter of two UTF-16 units is one. */
export function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}

/** What can't be stored or sent: control characters that no text needs, what XML 1.0 forbids, halves of a pair. */
// oxlint-disable-next-line no-control-regex -- these are just the characters a text may not hold
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Cs}/gu;

export const holdsForbidden = (value: string): boolean => value.search(FORBIDDEN) >= 0;
/** Without what can't be stored or sent. */
export const withoutForbidden = (value: string): string => value.replace(FORBIDDEN, '');

/** Characters without a width, or blank although they are none of \s. */
const UNSEEN = String.raw`\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0`;
const UNSEEN_RUN = new RegExp(`([${UNSEEN}])[${UNSEEN}]+`, 'gu');
const BLANK = new RegExp(String.raw`^[\s${UNSEEN}]$`, 'u');
/** What flags are spelled with; seen only behind the letter they belong to. */
const TAGS = /([\u{E0020}-\u{E007F}]{8})[\u{E0020}-\u{E007F}]+/gu;
const SEEN = new RegExp(String.raw`[^\s\u{E0020}-\u{E007F}${UNSEEN}]`, 'u');
/** More marks on one letter than any script uses only overlap the lines above and below. */
const MARKS = /(\p{M}{8})\p{M}+/gu;
/** More than two blank lines. */
const GAPS = /\n(?:[^\S\n]*\n){3,}/g;

/** Joiners of letters and emoji; all other invisible characters only serve impersonation. */
const UNSEEN_IN_NAMES = new RegExp(`(?![\\u200C\\u200D])[${UNSEEN}]`, 'gu');

/** Without line breaks and invisible characters. */
export const onOneLine = (value: string): string =>
  value.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ').replace(UNSEEN_IN_NAMES, '');

/** NFC, without what can't be stored, direction overrides and floods (of the unseen, of marks on a letter, of blank lines), trimmed. */
export function cleanText(value: string): string {
  const cleaned = trim(
    withoutForbidden(value)
      .normalize('NFC')
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
      .replace(UNSEEN_RUN, '$1')
      .replace(MARKS, '$1')
      .replace(/\r\n?/g, '\n')
      .replace(TAGS, '$1')
      .replace(GAPS, '\n\n\n'),
  );
  return SEEN.test(cleaned) ? cleaned : '';
}

/** As a loop: a pattern that looks for the end of a run of blanks takes quadratic time where there is more after it. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Entry point for texts that no form of ours checked (another platform's, a provider's, an archive's): sanitized as if
 * typed here, and cut to `max` characters, never splitting one. Null if nothing visible remains.
 */
export function textFromOutside(value: string | null | undefined, max: number): string | null {
  const cleaned = cleanText(value ?? '');
  const units = [...cleaned].slice(0, max).join('').length;
  return cleanText(cutText(cleaned, units)) || null;
}

/** As `textFromOutside`, on one line: for names and titles. */
export const lineFromOutside = (value: string | null | undefined, max: number): string | null =>
  textFromOutside(onOneLine(withoutForbidden(value ?? '')), max);
