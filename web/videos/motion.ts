import { isSparing } from '#web/ui/player/fitting-file.ts';

export const STILL = '(prefers-reduced-motion: reduce)';

/** Whether autoplay is acceptable: not with reduced motion, data saver or a slow connection. */
export function isMotionWelcome(): boolean {
  return !isSparing() && !matchMedia(STILL).matches;
}
