/** Characters of a tag. */
export const MAX_TAG = 40;
/** Tags of one video, and of one post. */
export const MAX_VIDEO_TAGS = 10;
export const MAX_POST_TAGS = 5;

const TAG = /^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_]*$/u;
/** Unread, so that nothing long is normalized. */
const MAX_TYPED = 8 * MAX_TAG;

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    // a Turkish İ in lower case: it looks like an i, and is followed by a dot
    .replaceAll('i\u0307', 'i');

/** A tag as it is stored: folded (NFKC, case), without # and what has no width. Null: it can't be one. */
export function readTag(typed: string): string | null {
  if (typed.length > MAX_TYPED) return null;
  const tag = fold(typed.trim()).replace(/^#/, '');
  return TAG.test(tag) && [...tag].length <= MAX_TAG ? tag : null;
}
