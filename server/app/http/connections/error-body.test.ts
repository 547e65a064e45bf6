import { expect, test } from 'vitest';
import { z } from 'zod';
import { invalidInput } from '../invalid-input.ts';

test.each([
  ['100,000 wrong elements', z.array(z.number()), Array.from({ length: 100_000 }, () => 'x')],
  [
    '10,000 wrong keys with long names',
    z.record(z.string(), z.number()),
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}${'\u0001\ud800'.repeat(1000)}`, 'x']),
    ),
  ],
])('the body about %s names 20 fields in at most 16 KB', (_what, schema, value) => {
  const body = invalidInput(schema.safeParse(value).error as z.ZodError).body('en');
  expect(Object.keys(body.fields ?? {})).toHaveLength(20);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(16_384);
});
