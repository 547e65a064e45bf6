import { z } from 'zod';

const Seconds = z.number('Please enter the time in seconds.');
const Fraction = z.number('Please enter a fraction of the picture.');

/** What is made of the original: turned clockwise, then cropped, then cut. What is impossible is 422, by `findEditProblem`. */
export const Edit = z.object({
  /** Seconds of the original. */
  start: Seconds,
  end: Seconds,
  /** In fractions from 0 to 1 of the picture, upright and after `rotate`. */
  crop: z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction }).nullable(),
  rotate: z.literal([0, 90, 180, 270], 'Please choose 0, 90, 180 or 270 degrees.'),
  /** Without sound. */
  mute: z.boolean(),
});
export type Edit = z.infer<typeof Edit>;

/** The whole of a video's latest file, to edit it by. */
export const Original = z.object({
  /** It can't be edited. */
  isGone: z.boolean(),
  /** MP4 without an edit, at a signed URL; null while it is being made. */
  url: z.string().nullable(),
  durationSec: z.number(),
  /** Of its picture, upright and before `rotate`; null until they are known. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type Original = z.infer<typeof Original>;
