import { IS_SHORT } from './short.ts';

/** One line of the report: ours beside a reference measured in the same run, on the same machine. */
export interface Result {
  readonly name: string;
  readonly ours: number;
  readonly reference: number;
  readonly unit: string;
  /** The reference. */
  readonly against: string;
  /** The ratio ours ÷ reference has to be at least this… */
  readonly atLeast?: number;
  /** …or at most this. */
  readonly atMost?: number;
}

export function ratioOf(result: Result): number {
  return result.ours / result.reference;
}

/** Whether it is the same however fast the machine is. */
const isSteady = ({ unit }: Result): boolean => unit === '' || unit === 'kB br';

export function holds(result: Result): boolean {
  const ratio = ratioOf(result);
  if (IS_SHORT && !isSteady(result))
    return Number.isFinite(ratio) && (ratio > 0 || result.atLeast === undefined);
  return ratio >= (result.atLeast ?? 0) && ratio <= (result.atMost ?? Number.POSITIVE_INFINITY);
}

const verdictOf = (result: Result): string =>
  result.atLeast === undefined && result.atMost === undefined ? '-' : holds(result) ? 'pass' : 'MISS';

/** One line of progress before the table. */
export const lineOf = (result: Result): string =>
  `${verdictOf(result)} ${result.name}: ${show(result.ours)} ${result.unit}, ${result.against} ${show(result.reference)}`;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('a median of nothing');
  return middle;
}

export function report(results: readonly Result[]): string {
  const rows = results.map((result) => [
    verdictOf(result),
    result.name,
    `${show(result.ours)} ${result.unit}`,
    `${show(result.reference)} ${result.unit}`,
    result.against,
    ratioOf(result).toFixed(2),
    result.atLeast === undefined ? `<= ${result.atMost ?? '-'}` : `>= ${result.atLeast}`,
  ]);
  const table = [['', 'benchmark', 'ours', 'reference', 'which is', 'ratio', 'target'], ...rows];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
