import type { Locator, Page } from '@playwright/test';

/** The texts of the skip indicators: each may disappear before a slow machine finds it. */
export const recordSkips = (player: Locator) =>
  player.evaluateHandle((frame) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const sign = frame.querySelector('[data-skip]')?.getAttribute('data-skip');
      if (sign) seen.push(sign);
    }).observe(frame, { subtree: true, childList: true, attributes: true });
    return seen;
  });

/** The seconds that videos of this page are wound to: one that plays on is elsewhere before a slow machine has looked. */
export const recordSeeks = (page: Page) =>
  page.evaluateHandle(() => {
    const seen: number[] = [];
    document.addEventListener(
      'seeking',
      ({ target }) => seen.push(Math.floor((target as HTMLVideoElement).currentTime)),
      true,
    );
    return seen;
  });
