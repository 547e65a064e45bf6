import { t } from '@lingui/core/macro';
import { lengthOf } from '#contract/text/text.ts';

/** What is too long is said, and nothing of it cut: a browser would cut a paste in silence, and count emoji twice. */
export function sayLimit(value: unknown, most: number | undefined): string | null {
  if (most === undefined || typeof value !== 'string') return null;
  const length = lengthOf(value);
  return length > most
    ? t`Please keep it to ${most.toLocaleString('en')} characters: it has ${length.toLocaleString('en')}.`
    : null;
}
