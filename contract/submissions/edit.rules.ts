import { msg } from '../text/message.ts';
import type { Edit } from './edit.ts';

/** Seconds. */
export const MIN_CUT = 0.5;
/** Pixels a side. */
export const MIN_CROP = 64;
/** Lengths come in tenths of a second, fractions with rounding errors. */
const ROUNDED_SEC = 0.1;
const ROUNDED = 0.001;

/** An original as it is uploaded: its picture is upright. */
export interface EditedOriginal {
  durationSec: number;
  width: number;
  height: number;
}

/** Its picture after `rotate`. */
export function turnedSize(
  { width, height }: Pick<EditedOriginal, 'width' | 'height'>,
  rotate: Edit['rotate'],
): { width: number; height: number } {
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

export interface EditProblem {
  field: 'start' | 'end' | 'crop';
  text: string;
}

/** What is wrong with an edit; of an original that isn't known yet, what is wrong in any case. */
export function findEditProblem(edit: Edit, original: EditedOriginal | null): EditProblem | null {
  const { start, end, crop } = edit;
  if (start < 0) return { field: 'start', text: msg('The video can’t start before its beginning.') };
  if (end - start < MIN_CUT - 1e-6)
    return { field: 'end', text: msg('Please leave at least half a second of the video.') };
  if (original && end > original.durationSec + ROUNDED_SEC)
    return { field: 'end', text: msg('It’s past the end of the video.') };
  if (!crop) return null;
  const isInside = ({ x, y, width, height }: NonNullable<Edit['crop']>) =>
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + ROUNDED && y + height <= 1 + ROUNDED;
  if (!isInside(crop)) return { field: 'crop', text: msg('Please crop within the picture.') };
  if (!original) return null;
  const turned = turnedSize(original, edit.rotate);
  // what is smaller as a whole isn't too small
  const isTooSmall = (share: number, pixels: number) =>
    Math.round(share * pixels) < Math.min(MIN_CROP, pixels);
  return isTooSmall(crop.width, turned.width) || isTooSmall(crop.height, turned.height)
    ? { field: 'crop', text: msg('Please leave at least 64 pixels of the picture on each side.') }
    : null;
}
