import type { Edit } from '#contract/submissions/edit.ts';
import {
  findEditProblem,
  MIN_CUT,
  turnedSize,
  type EditedOriginal,
} from '#contract/submissions/edit.rules.ts';

/** Seconds that an arrow key moves by; with Shift a whole one. */
export const FRAME = 1 / 30;
/** An end this close to the video's counts as the end: lengths are rounded to tenths. */
const ROUNDED_SEC = 0.1;
/** Aspect ratios that differ by less count as equal. */
const SAME_RATIO = 0.02;

export const RATIOS = { '9:16': 9 / 16, '4:5': 4 / 5, '1:1': 1, '16:9': 16 / 9 } as const;
export type Ratio = keyof typeof RATIOS;
const ALL_RATIOS: readonly Ratio[] = ['9:16', '4:5', '1:1', '16:9'];

type Crop = NonNullable<Edit['crop']>;
type Size = Pick<EditedOriginal, 'width' | 'height'>;

const limit = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));
const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const toShare = (share: number): number => Math.round(share * 10_000) / 10_000;

export const wholeOf = (durationSec: number): Edit => ({
  start: 0,
  end: toMs(durationSec),
  crop: null,
  rotate: 0,
  mute: false,
});

/** The edit to save: null for the whole, unchanged video. */
export function savedEdit(edit: Edit, durationSec: number): Edit | null {
  const isCut = edit.start > 0 || edit.end < durationSec - ROUNDED_SEC;
  return isCut || edit.crop || edit.rotate !== 0 || edit.mute ? edit : null;
}

/** Seconds that a key moves a handle by; null for other keys. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }): number | null {
  const step = shiftKey ? 1 : FRAME;
  if (key === 'ArrowRight' || key === 'ArrowUp') return step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -step;
  return null;
}

export const moveStart = (edit: Edit, seconds: number): Edit => ({
  ...edit,
  start: toMs(limit(0, seconds, edit.end - MIN_CUT)),
});

export const moveEnd = (edit: Edit, seconds: number, durationSec: number): Edit => ({
  ...edit,
  end: toMs(Math.min(Math.max(seconds, edit.start + MIN_CUT), durationSec)),
});

/** The largest part of a picture that has this shape, in its middle. */
export function cropTo(ratio: number, { width, height }: Size): Crop {
  const own = width / height;
  const share = { width: toShare(Math.min(1, ratio / own)), height: toShare(Math.min(1, own / ratio)) };
  return moveCrop({ x: (1 - share.width) / 2, y: (1 - share.height) / 2, ...share }, 0, 0);
}

/** By fractions of the picture, which it doesn't leave. */
export const moveCrop = (crop: Crop, x: number, y: number): Crop => ({
  ...crop,
  x: toShare(limit(0, crop.x + x, 1 - crop.width)),
  y: toShare(limit(0, crop.y + y, 1 - crop.height)),
});

const isRatio = (ratio: number, { width, height }: Size): boolean =>
  Math.abs(width / height / ratio - 1) < SAME_RATIO;

/** The preset ratio of a crop within a picture of this size, or null. */
export const ratioOf = (crop: Crop, { width, height }: Size): Ratio | null =>
  ALL_RATIOS.find((name) =>
    isRatio(RATIOS[name], { width: crop.width * width, height: crop.height * height }),
  ) ?? null;

/** Ratios that a rotated original can be cropped to: not its own, and none that gets too small. */
export function ratiosFor(original: EditedOriginal, rotate: Edit['rotate']): Ratio[] {
  const turned = turnedSize(original, rotate);
  return ALL_RATIOS.filter((name) => {
    const edit = { ...wholeOf(original.durationSec), rotate, crop: cropTo(RATIOS[name], turned) };
    return !isRatio(RATIOS[name], turned) && findEditProblem(edit, original)?.field !== 'crop';
  });
}

const NEXT_TURN = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

/** A quarter clockwise; the crop has the same shape as before, where that fits. */
export function turn(edit: Edit, original: EditedOriginal): Edit {
  const rotate = NEXT_TURN[edit.rotate];
  const ratio = edit.crop && ratioOf(edit.crop, turnedSize(original, edit.rotate));
  const fits = ratio && ratiosFor(original, rotate).includes(ratio);
  return { ...edit, rotate, crop: fits ? cropTo(RATIOS[ratio], turnedSize(original, rotate)) : null };
}

/** Seconds as m:ss.cc: frames differ in hundredths. */
export function formatFine(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const rest = (hundredths % 6000) / 100;
  return `${Math.floor(hundredths / 6000)}:${rest.toFixed(2).padStart(5, '0')}`;
}
