import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ErrorBody } from '#contract/errors.ts';
import { HttpError } from '../errors.ts';
import { parseAs } from '../invalid-input.ts';

function bodyOf(parse: () => unknown): ErrorBody {
  try {
    throw new Error(`It took ${String(parse())}.`);
  } catch (error) {
    if (error instanceof HttpError) return error.body('en');
    throw error;
  }
}

test.each([
  ['100,000 wrong elements', z.array(z.number()), Array.from({ length: 100_000 }, () => 'x')],
  [
    '10,000 wrong keys with long names',
    z.record(z.string(), z.number()),
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}${'\u0001\ud800'.repeat(1000)}`, 'x']),
    ),
  ],
])('the error body for %s names 20 fields in at most 16 KB', (_what, schema, value) => {
  const body = bodyOf(() => parseAs(schema, value));
  expect(Object.keys(body.fields ?? {})).toHaveLength(20);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(16_384);
});
