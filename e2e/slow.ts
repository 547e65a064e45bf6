/**
 * `E2E_SLOW=1` (`npm run soak -- slow`): the journeys as a phone of the middle class sees them, on a line and a processor
 * that are as slow as Lighthouse's. Every page, popup, frame and worker, also of contexts that a journey opens itself.
 */
export const IS_SLOW = process.env['E2E_SLOW'] === '1';

const PATIENCE = IS_SLOW ? 5 : 1;
/** How long a journey waits for what has to come: so many milliseconds, more of them where all is slow. */
export const within = (milliseconds: number): number => milliseconds * PATIENCE;

/** What makes no sense on a slow line, by file or title, and why. */
export const NEVER_SLOW: { journeys: RegExp; because: string }[] = [
  { journeys: /\bbench\.e2e\.ts/, because: 'It slows its pages itself.' },
  { journeys: /\bbrowsers\.e2e\.ts/, because: 'Firefox and WebKit know no such protocol.' },
  {
    journeys: /\bupload-(direct|resume)\.e2e\.ts/,
    because: 'They send 18 to 40 MB, which takes minutes, and break the line on purpose.',
  },
];
