import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Checks that the tests named in docs/security.md exist, and that every requirement is covered. */
const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const table = read('docs/security.md');
const deviations = read('docs/decisions/049-where-asvs-is-not-followed.md');

const CHAPTERS = 17;
/** ASVS 5.0, levels 1 and 2 of the chapters that are gone through: how many requirements each section has. */
const SECTIONS: Record<string, number[]> = {
  '2.1': upTo(3),
  '2.2': upTo(3),
  '2.3': upTo(4),
  '2.4': upTo(1),
  '3.2': upTo(2),
  '3.3': upTo(4),
  '3.4': upTo(6),
  '3.5': upTo(5),
  '3.7': upTo(2),
  '6.1': upTo(3),
  '6.2': upTo(12),
  '6.3': upTo(4),
  '6.4': upTo(4),
  '6.5': upTo(5),
  '6.6': upTo(3),
  '6.8': upTo(4),
  '7.1': upTo(3),
  '7.2': upTo(4),
  '7.3': upTo(2),
  '7.4': upTo(5),
  '7.5': upTo(2),
  '7.6': upTo(2),
  '8.1': upTo(2),
  '8.2': upTo(3),
  '8.3': upTo(1),
  '8.4': upTo(1),
  '11.1': upTo(2),
  '11.2': upTo(3),
  '11.3': upTo(3),
  '11.4': upTo(4),
  '11.5': upTo(1),
  '11.6': upTo(1),
  '16.1': upTo(1),
  '16.2': upTo(5),
  '16.3': upTo(4),
  '16.4': upTo(3),
  '16.5': upTo(3),
};

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** `2.2.1, 2.2.2` or `2.1.1–2.1.3`, as the table writes them. */
function numbersOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split('–');
    const section = from.slice(0, from.lastIndexOf('.'));
    const [first, last] = [from, to].map((number) => Number(number.slice(number.lastIndexOf('.') + 1)));
    return upTo(last ?? 0)
      .slice((first ?? 1) - 1)
      .map((number) => `${section}.${number}`);
  });
}

const rows = [...table.matchAll(/^\| ([\d.]+(?:(?:, |–)[\d.]+)*) \| .* \| (.*) \|$/gm)].map(
  ([, numbers = '', outcome = '']) => ({ numbers: numbersOf(numbers), outcome }),
);

test('every requirement has one row, marked met, n/a or dev, and the decision explains every dev', () => {
  const all = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(rows.flatMap(({ numbers }) => numbers).toSorted()).toEqual(all.toSorted());
  for (const { numbers, outcome } of rows) expect(outcome, numbers.join()).toMatch(/^(met|n\/a|dev)\b/);
  const explained = new Set([...deviations.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number));
  const unexplained = rows
    .filter(({ outcome }) => /\bdev\b/.test(outcome))
    .filter(({ numbers }) => !numbers.some((number) => explained.has(number)));
  expect(unexplained.map(({ numbers }) => numbers.join())).toEqual([]);
});

test('every chapter has a section, or a row among the other chapters', () => {
  const parts = [...table.matchAll(/^## V(\d+) |^\| V(\d+) \| .* \| (?:met|n\/a|dev)\b.* \|$/gm)];
  expect(parts.map(([, part, row]) => Number(part ?? row)).toSorted((a, b) => a - b)).toEqual(upTo(CHAPTERS));
});

describe('references in the table', () => {
  const pathOf = (named: string) => {
    if (named === 'access.test.ts') return `server/testing/${named}`;
    return existsSync(join(ROOT, named)) ? named : `server/accounts/${named}`;
  };
  const named = [...table.matchAll(/`([\w./-]+\.ts)`((?: “[^”]+”,?)*)/g)].map(([, file = '', cell = '']) => ({
    path: pathOf(file),
    tests: [...cell.matchAll(/“([^”]+)”/g)].map(([, cell = '']) => cell),
  }));

  test('point to existing files, and to tests in them by title', () => {
    const missing = named.flatMap(({ path, tests }) => {
      if (!existsSync(join(ROOT, path))) return [path];
      const source = read(path).replaceAll(/\\(['"`])/g, '$1');
      return tests.filter((cell) => !source.includes(cell)).map((cell) => `${path}: ${cell}`);
    });
    expect(named.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test('name at least one test for every test file', () => {
    const bare = named.filter(({ path, tests }) => /\.(test|e2e)\.ts$/.test(path) && tests.length === 0);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });
});
