import { expect } from '../fixture.ts';
import type { Tab } from './tab.ts';

/** Home leads to the video, and the video plays. */
export async function watchAndPlay(tab: Tab, title: string): Promise<void> {
  await tab.goto('/');
  await tab.find('heading', 'Look. Like. Live.');
  await tab.click('link', title);
  await tab.arrives(title);
  await tab.expectTrue(`document.querySelector('video')?.readyState >= 1`);
  if (await tab.run(`document.querySelector('video').paused`)) await tab.click('button', 'Play');
  await tab.expectTrue(`document.querySelector('video').currentTime > 0.3`);
  expect(await tab.run<number>(`document.querySelector('video').videoWidth`)).toBeGreaterThan(0);
}

/**
 * Through the native player or the library, whichever is in use: the requested size is chosen, and playback continues.
 */
export async function chooseSize(tab: Tab, path: string): Promise<void> {
  const player = `document.querySelector('video')`;
  await tab.goto(path);
  await tab.expectTrue(`${player}?.readyState >= 1`);
  await tab.run(`(${player}.loop = true)`);
  if (await tab.run(`${player}.paused`)) await tab.click('button', 'Play');
  await tab.expectTrue(`${player}.currentTime > 0.3`);
  await tab.click('button', 'Speed and quality');
  await tab.click('text', '360p');
  await tab.expectTrue(`/^blob:|v0[.]m3u8$/.test(${player}.currentSrc) && ${player}.videoHeight === 360`);
  const before = await tab.run<number>(`${player}.currentTime`);
  await tab.expectTrue(`!${player}.paused && ${player}.currentTime !== ${before}`);
}

/** A video that starts with HLS seeks to the position in its URL. */
export async function openAt(tab: Tab, path: string, seconds: number): Promise<void> {
  const player = `document.querySelector('video')`;
  await tab.goto(`${path}?t=${seconds}`);
  await tab.expectTrue(
    `/^blob:|[.]m3u8$/.test(${player}?.currentSrc) && ${player}.videoHeight > 0 && !${player}.seeking`,
  );
  const at = await tab.run<number>(`${player}.currentTime`);
  expect(Math.abs(at - seconds)).toBeLessThan(0.5);
}

/**
 * Captions are rendered over the picture by our own code; in an iPhone's native full screen its player renders them.
 */
export async function readCaptions(tab: Tab, path: string, text: string): Promise<void> {
  const player = `document.querySelector('video')`;
  const mode = `[...${player}.textTracks].map((track) => track.mode).join()`;
  await tab.goto(path);
  await tab.expectTrue(`${player}?.readyState >= 1`);
  await tab.run(`(${player}.loop = true)`);
  if (await tab.run(`${player}.paused`)) await tab.click('button', 'Play');
  await tab.expectTrue(`${player}.currentTime > 0.3`);
  if (!(await tab.run(`document.querySelector('[aria-label=Captions]')?.ariaPressed === 'true'`)))
    await tab.click('button', 'Captions');
  await tab.expectTrue(`document.querySelector('[data-captions]')?.textContent === ${JSON.stringify(text)}`);
  expect(await tab.run(mode)).toBe('hidden');
  const dispatch = (name: string) => tab.run(`${player}.dispatchEvent(new Event('${name}'))`);
  await dispatch('webkitbeginfullscreen');
  expect(await tab.run(mode)).toBe('showing');
  await dispatch('webkitendfullscreen');
  expect(await tab.run(mode)).toBe('hidden');
}

/** On a video's page: the dialog has its full height, traps the focus, and closes by Escape and by going back. */
export async function openReport(tab: Tab): Promise<void> {
  await tab.click('button', 'Report');
  await tab.find('dialog', 'Report this video');
  await expectWhole(tab);
  await tab.fill('Reason', 'Not what it says');
  await tab.driver.press('Escape');
  await tab.gone('dialog');
  await tab.click('button', 'Report');
  await tab.find('dialog', 'Report this video');
  await tab.driver.back();
  await tab.gone('dialog');
  await tab.find('button', 'Report');
}

/** The content of an open dialog has its full height unless the window is too low for it. */
export async function expectWhole(tab: Tab): Promise<void> {
  const { shown, needed, full } = await tab.run<{ shown: number; needed: number; full: boolean }>(
    `(() => {
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const { clientHeight, scrollHeight } = dialog.querySelector('header + div');
      const full = dialog.getBoundingClientRect().height > innerHeight * 0.9;
      return { shown: clientHeight, needed: scrollHeight, full };
    })()`,
  );
  if (full) expect(shown).toBeGreaterThan(300);
  else expect(shown).toBe(needed);
}

/** The board is there in its whole size, and a piece falls. */
export async function playPuzzle(tab: Tab): Promise<void> {
  await tab.click('button', 'Play the game');
  await tab.find('dialog', 'Puzzle game');
  await expectWhole(tab);
  const { width, height } = await tab.sizeOf('canvas', 'Board, 10 columns by 20 rows');
  expect(height).toBeGreaterThan(400);
  expect(Math.round(height / width)).toBe(2);
  await tab.click('button', 'Start Game');
  await tab.find('button', 'Pause');
  await tab.click('button', 'Close');
  await tab.gone('dialog');
}

/** From the shop to the order, with the built-in test payments. */
export async function buy(tab: Tab): Promise<void> {
  await tab.goto('/shop');
  await tab.click('link', 'Premium Black');
  // the list has such buttons, too
  await tab.arrives('Premium Black');
  await tab.click('button', 'Add to Cart');
  await tab.click('button', 'Cart, 1 items');
  await tab.click('button', 'Proceed to Checkout');
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code']) await tab.fill(label, 'x');
  await tab.click('button', 'Pay with PayPal');
  await tab.click('button', 'PayPal');
  await tab.click('button', 'Pay $69.99', true);
  await tab.find('heading', 'Order Confirmed!');
}

const SHOWN = "document.querySelector('[data-shown]')";

/** The video of this name is shown, in its place, and plays. */
async function expectVideo(tab: Tab, title: string, index: number): Promise<void> {
  await tab.expectTrue(`${SHOWN}?.querySelector('h2').textContent === ${JSON.stringify(title)}`);
  await tab.expectTrue(`${SHOWN}.getAttribute('aria-posinset') === '${index}'`);
  await tab.expectTrue(
    `(({ paused, currentTime }) => !paused && currentTime > 0)(${SHOWN}.querySelector('video'))`,
  );
}

/** The feed of a person's two videos: by the accessibility tree, and by keys. */
export async function watchFeed(tab: Tab, creator: string, [first, second]: [string, string]): Promise<void> {
  await tab.goto(`/feed?creator=${creator}`);
  await expectVideo(tab, first, 1);
  const has = (role: string, name: string, there = true) =>
    expect
      .poll(() => tab.driver.hasAccessible?.(role, name), { message: `${role} ${name}`, timeout: 30_000 })
      .toBe(there);
  await has('feed', 'Feed');
  for (const title of [first, second]) await has('article', title);
  for (const name of ['Next video', 'Like', 'Comments', 'Share', 'Sound', 'More actions'])
    await has('button', name);
  await tab.driver.press('j');
  await expectVideo(tab, second, 2);
  await tab.expectTrue(`document.activeElement === ${SHOWN}`);
  const sound = `${SHOWN}.querySelector('[aria-label=Sound]').ariaPressed`;
  const before = await tab.run<string>(sound);
  await tab.driver.press('m');
  await tab.expectTrue(`${sound} !== '${before}'`);
  await tab.driver.press('?');
  await has('dialog', 'Keyboard shortcuts');
  // what is behind it is nowhere in the tree
  await has('article', second, false);
  await tab.driver.press('Escape');
  await tab.gone('dialog');
  await has('article', second);
  await tab.driver.press('k');
  await expectVideo(tab, first, 1);
}
