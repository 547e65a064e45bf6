import { isSparing } from '#web/ui/player/fitting-file.ts';

export const STILL = '(prefers-reduced-motion: reduce)';

/** Whether a video may play that nobody asked for: not where motion is unwelcome, nor under data saver or on a slow line. */
export function isMotionWelcome(): boolean {
  return !isSparing() && !matchMedia(STILL).matches;
}
