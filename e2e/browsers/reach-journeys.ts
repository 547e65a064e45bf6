import { startExample, startHost } from '../embed-host.ts';
import type { FaultyProxy } from '../faulty-proxy.ts';
import { expect, type Person } from '../fixture.ts';
import { startVersioned } from '../versioned-worker.ts';
import { Tab, type Driver } from './tab.ts';

/** A video on a page of another origin is worked from there by messages. */
export async function playCrossOrigin(tab: Tab, site: string, id: number): Promise<void> {
  const host = await startHost(site, [`/embed/${id}`]);
  const hasMessage = (what: string) => tab.expectTrue(`messages.some((each) => ${what})`);
  const postMessage = (message: object) => tab.run(`frames[0].postMessage(${JSON.stringify(message)}, '*')`);
  try {
    await tab.driver.goto(host.url);
    await hasMessage(`each.type === 'ready' && each.id === ${id}`);
    await postMessage({ type: 'mute', muted: true });
    await postMessage({ type: 'play' });
    await hasMessage(`each.type === 'time' && each.time > 0.3 && !each.paused && each.muted`);
    await postMessage({ type: 'pause' });
    await hasMessage(`each.type === 'pause' && each.paused`);
    await postMessage({ type: 'seek', time: 5 });
    await hasMessage(`each.type === 'seeked' && each.time === 5`);
  } finally {
    host.close();
  }
}

/** URL parameters of the player take effect, on a page of another origin and in the player itself. */
export async function followParameters(
  tab: Tab,
  site: string,
  { id, text }: { id: number; text: string },
): Promise<void> {
  const hosted = async (query: string, seen: string[]): Promise<void> => {
    const host = await startHost(site, [`/embed/${id}?${query}`]);
    await tab.driver.goto(host.url);
    for (const what of seen) await tab.expectTrue(what);
    host.close();
  };
  const times = `messages.filter(({ type }) => type === 'time').map(({ time }) => time)`;
  await hosted('start=3&end=4.5&loop=1&autoplay=1&muted=1', [
    `${times}[0] >= 3 && messages.every((each) => each.type === 'ready' || each.muted)`,
    // once more from its beginning
    `${times}.some((time, at, all) => time >= 3 && time < 3.7 && all.slice(0, at).some((before) => before >= 4))`,
  ]);
  await hosted('start=abc&end=1.5&autoplay=1&muted=1', [
    `${times}[0] < 1.5`,
    `messages.some((each) => each.type === 'pause' && each.time >= 1.5 && each.time < 3)`,
  ]);
  const video = `document.querySelector('video')`;
  await tab.driver.goto(`${site}/embed/${id}?autoplay=1&muted=1&captions=1&color=00aa55&controls=0`);
  await tab.expectTrue(`${video}.textTracks[0].activeCues?.[0]?.text === ${JSON.stringify(text)}`);
  await tab.expectTrue(`${video}.textTracks[0].mode === 'showing' && ${video}.muted && !${video}.paused`);
  await tab.expectTrue(
    `getComputedStyle(document.querySelector('.start')).backgroundColor === 'rgb(0, 170, 85)'`,
  );
  await tab.expectTrue(`document.querySelector('main').dataset.state && !document.querySelector('.bar')`);
  await tab.driver.goto(`${site}/embed/${id}?autoplay=1&muted=1`);
  await tab.expectTrue(`document.querySelector('.bar') && ${video}.textTracks[0].mode === 'disabled'`);
  // by a press, too
  await tab.driver.goto(`${site}/embed/${id}?start=3&muted=1`);
  await tab.click('button', 'Play', true);
  await tab.expectTrue(`${video}.currentTime > 3.2 && ${video}.currentTime < 8`);
  await tab.expectTrue(`document.cookie === '' && localStorage.length + sessionStorage.length === 0`);
}

/** The documented example works as it is written. */
export async function runExample(tab: Tab, site: string, id: number): Promise<void> {
  const host = await startExample(site, id);
  try {
    await tab.driver.goto(host.url);
    const at = `Number(document.getElementById('at').textContent)`;
    await tab.run(`(addEventListener('message', ({ data }) => (window.last = data)), true)`);
    await tab.click('button', 'Play');
    await tab.expectTrue(`${at} > 0.3`);
    await tab.click('button', 'Play');
    await tab.expectTrue(`last.paused`);
    const stood = await tab.run<number>(at);
    await tab.click('button', 'Play');
    await tab.expectTrue(`${at} > ${stood}`);
  } finally {
    host.close();
  }
}

const isSaved = (tab: Tab, id: number) =>
  expect.poll(() => tab.run(`caches.has('kept-${id}')`), { timeout: 30_000 });
export async function saveAndGoOffline(
  tab: Tab,
  proxy: FaultyProxy,
  { id, title, person }: { id: number; title: string; person: Person },
): Promise<void> {
  await tab.goto(`/video/${id}`);
  await tab.click('button', 'Save offline');
  await tab.find('button', 'Saved offline. Remove');
  proxy.setDown(true);
  await tab.goto('/videos');
  await tab.expectTrue(`location.pathname === '/offline'`);
  // the device has a network all the while
  await tab.find('text', 'The site can’t be reached');
  const selector = `document.querySelector('video[aria-label=${JSON.stringify(title)}]')`;
  await tab.expectTrue(`${selector}?.readyState >= 1`);
  await tab.run(`(Object.assign(${selector}, { muted: true, currentTime: 6 }), void ${selector}.play())`);
  await tab.expectTrue(`${selector}.currentTime > 6.2`);
  proxy.setDown(false);
  await tab.goto('/about/counting');
  await tab.run(`localStorage.setItem('vh_token', ${JSON.stringify(person.token)})`);
  await tab.goto('/');
  await isSaved(tab, id).toBe(true);
  await tab.click('button', 'Account menu');
  await tab.click('[role=menuitem]', 'Sign out');
  await isSaved(tab, id).toBe(false);
}

/** An update is offered and only takes over once accepted. */
export async function takeNewWorker(driver: Driver, site: string): Promise<void> {
  const { state, url, close } = await startVersioned(site);
  const tab = new Tab(driver, url);
  try {
    await tab.goto('/login');
    await tab.run(`void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })`);
    await tab.expectTrue(`navigator.serviceWorker.controller`);
    await tab.goto('/login');
    await tab.fill('Username', 'somebody in the middle of it');
    state.version = 2;
    await tab.run(`void navigator.serviceWorker.getRegistration().then((worker) => worker.update())`);
    await tab.find('text', 'A new version is ready');
    await tab.expectTrue(
      `document.querySelector('[name=username]').value === 'somebody in the middle of it'`,
    );
    await tab.click('button', 'Reload');
    await tab.expectTrue(`document.querySelector('[name=username]')?.value === ''`);
  } finally {
    close();
  }
}
