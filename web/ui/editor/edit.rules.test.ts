import { expect, test } from 'vitest';
import type { Edit } from '#contract/submissions/edit.ts';
import { findEditProblem } from '#contract/submissions/edit.rules.ts';
import {
  cropTo,
  formatFine,
  FRAME,
  moveCrop,
  moveEnd,
  moveStart,
  ratioOf,
  RATIOS,
  ratiosFor,
  savedEdit,
  stepOf,
  turn,
  wholeOf,
} from './edit.rules.ts';

const landscape = { durationSec: 10, width: 1920, height: 1080 };
const whole = wholeOf(10);

test('handles stay half a second apart and within the video', () => {
  expect(moveStart(whole, -1).start).toBe(0);
  expect(moveStart({ ...whole, end: 4 }, 9).start).toBe(3.5);
  expect(moveEnd(whole, 12, 10).end).toBe(10);
  expect(moveEnd({ ...whole, start: 4 }, 1, 10).end).toBe(4.5);
  expect(moveStart(whole, 2 + FRAME).start).toBe(2.033);
  // shorter than a cut may be
  expect(moveStart(wholeOf(0.3), 0.2).start).toBe(0);
  expect(moveEnd(wholeOf(0.3), 0.1, 0.3).end).toBe(0.3);
});

test('arrow keys move by a frame, with Shift by a second', () => {
  expect(stepOf({ key: 'ArrowRight', shiftKey: false })).toBe(FRAME);
  expect(stepOf({ key: 'ArrowLeft', shiftKey: true })).toBe(-1);
  expect(stepOf({ key: 'i', shiftKey: false })).toBeNull();
});

test('saves no edit for a whole video', () => {
  expect(savedEdit(whole, 10.04)).toBeNull();
  for (const change of [{ start: 0.5 }, { end: 9 }, { mute: true }, { rotate: 90 as const }])
    expect(savedEdit({ ...whole, ...change }, 10)).toEqual({ ...whole, ...change });
});

test('crops are as large as the picture allows, and stay within it', () => {
  const crop = cropTo(RATIOS['9:16'], landscape);
  expect(crop).toEqual({ x: 0.3418, y: 0, width: 0.3164, height: 1 });
  expect(ratioOf(crop, landscape)).toBe('9:16');
  expect(moveCrop(crop, 1, 1)).toMatchObject({ x: 0.6836, y: 0 });
  expect(moveCrop(crop, -1, 0)).toMatchObject({ x: 0, y: 0 });
  expect(ratioOf({ x: 0, y: 0, width: 1, height: 0.1 }, landscape)).toBeNull();
  for (const ratio of Object.values(RATIOS))
    for (const size of [landscape, { ...landscape, width: 1080, height: 1920 }])
      for (const by of [-1, 0, 1]) {
        const edit: Edit = { ...whole, crop: moveCrop(cropTo(ratio, size), by, by) };
        expect(findEditProblem(edit, size)).toBeNull();
      }
});

test('a picture isn’t offered its own aspect ratio, nor one that is too small', () => {
  expect(ratiosFor(landscape, 0)).toEqual(['9:16', '4:5', '1:1']);
  expect(ratiosFor(landscape, 90)).toEqual(['4:5', '1:1', '16:9']);
  expect(ratiosFor({ durationSec: 1, width: 90, height: 160 }, 0)).toEqual(['4:5', '1:1']);
});

test('a rotated picture has a crop of the same aspect ratio, if it fits', () => {
  const square = { ...whole, crop: cropTo(1, landscape) };
  expect(turn(square, landscape)).toMatchObject({ rotate: 90, crop: { x: 0, width: 1, height: 0.5625 } });
  const portrait = { ...whole, crop: cropTo(RATIOS['9:16'], landscape) };
  expect(turn(portrait, landscape)).toMatchObject({ rotate: 90, crop: null });
  expect(turn({ ...whole, rotate: 270 }, landscape).rotate).toBe(0);
});

test.each([
  [0, '0:00.00'],
  [3.2, '0:03.20'],
  [59.999, '1:00.00'],
  [605.034, '10:05.03'],
])('%f s is %s', (seconds, text) => {
  expect(formatFine(seconds)).toBe(text);
});
