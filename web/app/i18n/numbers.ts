import { toAsciiDigits } from '#contract/text/digits.ts';
import { formatter } from '#web/ui/intl.ts';

const DECIMAL: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 2 };

/** A value no field accepts, as all minimums are 0: the server's error then states what the field accepts. */
const UNREADABLE = -0.5;

function isComma(): boolean {
  const parts = formatter(Intl.NumberFormat, DECIMAL).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',';
}

/**
 * A number as the reader writes it: in any digits, with the decimal separator and the groups of the page's language. The
 * other separator is taken for a decimal one where it can't part groups: 19.99 in German. Unreadable ones are rejected.
 */
export function parseNumber(typed: string): number {
  const [decimal, group] = isComma() ? [',', '.'] : ['.', ','];
  const text = toAsciiDigits(typed)
    .replaceAll(/[\s'’٬]/g, '')
    .replaceAll('٫', decimal);
  const [first = '', ...groups] = text.split(group);
  const isGrouped = groups.every((part, at) =>
    (at === groups.length - 1 ? /^\d{3}(?!\d)/ : /^\d{2,3}$/).test(part),
  );
  if (groups.length > 1 && !isGrouped) return UNREADABLE;
  const plain = (isGrouped ? first + groups.join('') : `${first}.${groups.join('')}`).replace(decimal, '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : UNREADABLE;
}

/** As a field displays it and `parseNumber` reads it. `decimals`: always this many, and `most` at most. */
export const formatNumber = (value: number, decimals = 0, most = 2): string =>
  formatter(Intl.NumberFormat, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
  }).format(value);
