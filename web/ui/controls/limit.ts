import { t } from '@lingui/core/macro';
import { lengthOf } from '#contract/text/text.ts';
import { formatCount } from '../format.ts';

/** Too long input is reported, not cut: a browser would truncate a paste silently, and count emoji twice. */
export function describeLimit(value: unknown, most: number | undefined): string | null {
  if (most === undefined || typeof value !== 'string') return null;
  const length = lengthOf(value);
  if (length <= most) return null;
  const [max, given] = [formatCount(most), formatCount(length)];
  return t`Use up to ${max} characters. You have ${given}.`;
}
