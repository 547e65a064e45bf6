import { describe, expect, test } from 'vitest';
import { toOriginal, toShown } from './edit-times.rules.ts';

interface Line {
  start: number;
  end: number;
  text: string;
}
const line = (start: number, end: number, text: string): Line => ({ start, end, text });
const isSame = (one: Line, other: Line) => one.text === other.text;

const STORED = [
  line(0, 1, 'away'),
  line(1.5, 2.5, 'begins before'),
  line(3, 4, 'within'),
  line(4.7, 6, 'ends after'),
  line(7, 8, 'gone'),
];
const CUT = { start: 2.001, end: 5 };
const SHOWN = [
  line(0, 0.499, 'begins before'),
  line(0.999, 1.999, 'within'),
  line(2.699, 2.999, 'ends after'),
];

describe('times of an edited video', () => {
  test('follow the edited video, leaving out what was cut', () => {
    expect(toShown(STORED, CUT)).toEqual(SHOWN);
    expect(toShown(STORED, null)).toBe(STORED);
    expect(toShown([line(1, 2.001, 'ends when the cut begins')], CUT)).toEqual([]);
  });

  test('change nothing when saved as shown', () => {
    expect(toOriginal(SHOWN, STORED, CUT, isSame)).toEqual(STORED);
  });

  test('are shifted for changed lines; lines that were cut stay stored for a reset', () => {
    const changed = [line(0, 0.4, 'new'), line(1, 1.2, 'within')];
    expect(toOriginal(changed, STORED, CUT, isSame)).toEqual([
      line(0, 1, 'away'),
      line(2.001, 2.401, 'new'),
      line(3.001, 3.201, 'within'),
      line(7, 8, 'gone'),
    ]);
    expect(toOriginal(changed, [], null, isSame)).toBe(changed);
  });
});
