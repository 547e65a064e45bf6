import { publishClip } from './clips.ts';
import { missing, test } from './browsers/browsers.ts';
import { buy, openReport, playPuzzle, watchAndPlay } from './browsers/journeys.ts';

test.use({ settings: { ROLES: 'web,worker', PAYMENTS: 'test' } });

const TITLE = 'Balloons before breakfast';
let published: Promise<number> | undefined;

/** Chromium goes these ways in the other files; the longer ones in all three browsers: npm run soak -- browsers */
for (const engine of ['firefox', 'webkit'] as const)
  test.describe(engine, () => {
    test.use({ engine });
    test.skip(missing !== null, missing ?? '');

    test('home, watch and play, dialogs, buy', async ({ tab, site, request }) => {
      published ??= publishClip(request, site, TITLE);
      await published;
      await test.step('watch and play', () => watchAndPlay(tab, TITLE));
      await test.step('a dialog', () => openReport(tab));
      await test.step('the game', () => playPuzzle(tab));
      await test.step('buy', () => buy(tab));
    });
  });
