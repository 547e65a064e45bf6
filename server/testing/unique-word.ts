import { hash } from 'node:crypto';

/**
 * A search word, the same for the same input and far from all others: no common prefix, and more than a few
 * letters apart.
 */
export const uniqueWord = (what: string): string =>
  hash('sha256', what)
    .slice(0, 12)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
