import { cellsOf, fits, landing, newGame, play } from '#web/puzzle/puzzle.rules.ts';
import type { Action, Game } from '#web/puzzle/puzzle.rules.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ reducedMotion: 'no-preference' });

const SEED = 4;

/** A player that looks one piece ahead: moves that fill rows, low and without holes, until the first row goes. */
function planOneLine(seed: number): Action[] {
  let game = newGame(seed);
  const plan: Action[] = [];
  while (game.lines === 0 && plan.length < 400) {
    const best = placements(game).toSorted((a, b) => roughness(a.after) - roughness(b.after))[0];
    if (!best) break;
    plan.push(...best.actions);
    game = best.after;
  }
  return plan;
}

function placements(game: Game): { actions: Action[]; after: Game }[] {
  const turns: Action[][] = [[], ['rotate'], ['rotate', 'rotate'], ['rotate', 'rotate', 'rotate']];
  return turns.flatMap((turn) =>
    ['left', 'right'].flatMap((side) =>
      Array.from({ length: 7 }, (_, steps) => {
        const actions: Action[] = [...turn, ...Array<Action>(steps).fill(side as Action), 'drop'];
        return { actions, after: actions.reduce(play, game) };
      }),
    ),
  );
}

function roughness({ board, lines }: Game): number {
  let holes = 0;
  let height = 0;
  for (let x = 0; x < 10; x += 1) {
    const top = board.findIndex((row) => row[x] !== null);
    if (top < 0) continue;
    height += (20 - top) ** 2;
    holes += board.slice(top).filter((row) => row[x] === null).length;
  }
  return height + holes * 60 - lines * 1000;
}

const game = (page: Page) => page.getByRole('dialog', { name: 'Puzzle game' });
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Play the game' }).click();
  await game(page).getByRole('button', { name: 'Start Game' }).click();
}

test('a player clears a line and finishes the game by keyboard', async ({ page }) => {
  const plan = planOneLine(SEED);
  expect(plan.reduce(play, newGame(SEED))).toMatchObject({ lines: 1, score: 80 });
  await open(page, `/videos?seed=${SEED}`);
  const keys: Partial<Record<Action, string>> = {
    left: 'ArrowLeft',
    right: 'ArrowRight',
    rotate: 'Space',
    drop: 'Enter',
  };
  for (const action of plan) await page.keyboard.press(keys[action] ?? 'Escape');
  await expect(game(page).getByText('Score 80, lines 1.')).toBeAttached();
  await expect(game(page).getByText('80', { exact: true }).first()).toBeVisible();
  await game(page).getByRole('button', { name: 'Pause' }).click();
  await expect(game(page).getByText('Paused', { exact: true })).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Drop to the bottom')).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(game(page).getByText('Score 80, lines 1.'), 'it waited').toBeHidden();
  await expect(game(page).getByRole('button').filter({ hasText: 'Resume' })).toBeFocused();
  await page.keyboard.press('Enter');
  while (!(await game(page).getByText('Final Score', { exact: true }).isVisible()))
    await page.keyboard.press('Enter');
  await expect(game(page).getByRole('heading', { name: 'Game Over' })).toBeVisible();
  await expect(game(page).getByText('New personal best!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('puzzleBest'))).toBe('80');
  await game(page).getByRole('button', { name: 'Play Again' }).click();
  await expect(game(page).getByText('Score 0, lines 0.')).toBeAttached();
  await game(page).getByRole('button', { name: 'Close' }).click();
  await expect(game(page)).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Play the game' })).toBeFocused();
});

test('the piece falls over time, and the board is as sharp as the screen @soak', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ deviceScaleFactor: 3, baseURL: site.url });
  await open(page, `/?seed=${SEED}`);
  const board = game(page).getByRole('img', { name: /^Board/ });
  const drawn = () => board.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  expect(await board.evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth)).toBeCloseTo(
    3,
    1,
  );
  const before = await drawn();
  await expect.poll(drawn).not.toBe(before);
  await page.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a swipe by touch drops a piece @soak', async ({ page }) => {
    await open(page, `/?seed=${SEED}`);
    const box = await game(page)
      .getByRole('img', { name: /^Board/ })
      .boundingBox();
    if (!box) throw new Error('The board is not shown.');
    const first = newGame(SEED);
    expect(fits(first.board, landing(first)) && cellsOf(first.piece).length).toBe(4);
    const touch = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    for (let piece = 0; piece < 3; piece += 1) {
      await send('touchStart', [{ x, y }]);
      for (let step = 1; step <= 5; step += 1) await send('touchMove', [{ x, y: y + step * 14 }]);
      await send('touchEnd', []);
    }
    // Three pieces fell to the ground: what comes next is the fifth of the deal.
    const fifth = (['drop', 'drop', 'drop'] as const).reduce<Game>(play, first).next;
    await expect(game(page).getByRole('img', { name: `Next: ${fifth}` })).toBeVisible();
  });
});

test.describe('a missing page', () => {
  test.use({ allowedErrors: [/404/] });

  test('offers the game @soak', async ({ page }) => {
    await page.goto('/nothing-here');
    await page.getByRole('main').getByRole('button', { name: 'play a round of blocks' }).click();
    await expect(game(page).getByRole('button', { name: 'Start Game' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(game(page)).toHaveCount(0);
  });
});
