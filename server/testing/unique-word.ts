import { hash } from 'node:crypto';

/** A word for a search, the same for the same thing; far from every other: neither begun alike nor a few letters away. */
export const uniqueWord = (what: string): string =>
  hash('sha256', what)
    .slice(0, 12)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
