import { expect, it } from 'vitest';
import { line } from '#contract/values.ts';
import { describeLimit } from './limit.ts';

it.each(['a', '👍', '日', 'é'])(
  'counts %j as the server does, and reports text that is too long',
  (letter) => {
    for (const [count, fits] of [
      [10, true],
      [11, false],
    ] as const) {
      const value = letter.repeat(count);
      expect(describeLimit(value, 10) === null).toBe(fits);
      expect(line(10).safeParse(value).success).toBe(fits);
    }
    expect(describeLimit(letter.repeat(11), 10)).toBe('Use up to 10 characters. You have 11.');
  },
);
