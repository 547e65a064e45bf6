import { startExample, startHost } from '../embed-host.ts';
import type { FaultyProxy } from '../faulty-proxy.ts';
import { expect, type Person } from '../fixture.ts';
import { startVersioned } from '../versioned-worker.ts';
import { Tab, type Driver } from './tab.ts';

/** A clip on a page of another origin is worked from there by messages. */
export async function playCrossOrigin(tab: Tab, site: string, id: number): Promise<void> {
  const host = await startHost(site, [`/embed/${id}`]);
  const told = (what: string) => tab.sees(`told.some((each) => ${what})`);
  const ask = (message: object) => tab.run(`frames[0].postMessage(${JSON.stringify(message)}, '*')`);
  try {
    await tab.driver.goto(host.url);
    await told(`each.type === 'ready' && each.id === ${id}`);
    await ask({ type: 'mute', muted: true });
    await ask({ type: 'play' });
    await told(`each.type === 'time' && each.time > 0.3 && !each.paused && each.muted`);
    await ask({ type: 'pause' });
    await told(`each.type === 'pause' && each.paused`);
    await ask({ type: 'seek', time: 5 });
    await told(`each.type === 'seeked' && each.time === 5`);
  } finally {
    host.close();
  }
}

/** What the address of a player asks for is done, on a page of another origin and in the player itself. */
export async function followParameters(
  tab: Tab,
  site: string,
  { id, said }: { id: number; said: string },
): Promise<void> {
  const hosted = async (query: string, seen: string[]): Promise<void> => {
    const host = await startHost(site, [`/embed/${id}?${query}`]);
    await tab.driver.goto(host.url);
    for (const what of seen) await tab.sees(what);
    host.close();
  };
  const times = `told.filter(({ type }) => type === 'time').map(({ time }) => time)`;
  await hosted('start=3&end=4.5&loop=1&autoplay=1&muted=1', [
    `${times}[0] >= 3 && told.every((each) => each.type === 'ready' || each.muted)`,
    // once more from its beginning
    `${times}.some((time, at, all) => time >= 3 && time < 3.7 && all.slice(0, at).some((before) => before >= 4))`,
  ]);
  await hosted('start=abc&end=1.5&autoplay=1&muted=1', [
    `${times}[0] < 1.5`,
    `told.some((each) => each.type === 'pause' && each.time >= 1.5 && each.time < 3)`,
  ]);
  const video = `document.querySelector('video')`;
  await tab.driver.goto(`${site}/embed/${id}?autoplay=1&muted=1&captions=1&color=00aa55&controls=0`);
  await tab.sees(`${video}.textTracks[0].activeCues?.[0]?.text === ${JSON.stringify(said)}`);
  await tab.sees(`${video}.textTracks[0].mode === 'showing' && ${video}.muted && !${video}.paused`);
  await tab.sees(`getComputedStyle(document.querySelector('.start')).backgroundColor === 'rgb(0, 170, 85)'`);
  await tab.sees(`document.querySelector('main').dataset.state && !document.querySelector('.bar')`);
  await tab.driver.goto(`${site}/embed/${id}?autoplay=1&muted=1`);
  await tab.sees(`document.querySelector('.bar') && ${video}.textTracks[0].mode === 'disabled'`);
  // by a press, too
  await tab.driver.goto(`${site}/embed/${id}?start=3&muted=1`);
  await tab.click('button', 'Play', true);
  await tab.sees(`${video}.currentTime > 3.2 && ${video}.currentTime < 8`);
  await tab.sees(`document.cookie === '' && localStorage.length + sessionStorage.length === 0`);
}

/** The documented example works as it is written. */
export async function runExample(tab: Tab, site: string, id: number): Promise<void> {
  const host = await startExample(site, id);
  try {
    await tab.driver.goto(host.url);
    const at = `Number(document.getElementById('at').textContent)`;
    await tab.run(`(addEventListener('message', ({ data }) => (window.last = data)), true)`);
    await tab.click('button', 'Play');
    await tab.sees(`${at} > 0.3`);
    await tab.click('button', 'Play');
    await tab.sees(`last.paused`);
    const stood = await tab.run<number>(at);
    await tab.click('button', 'Play');
    await tab.sees(`${at} > ${stood}`);
  } finally {
    host.close();
  }
}

const isKept = (tab: Tab, id: number) =>
  expect.poll(() => tab.run(`caches.has('kept-${id}')`), { timeout: 30_000 });
export async function keepAndGoOffline(
  tab: Tab,
  proxy: FaultyProxy,
  { id, title, person }: { id: number; title: string; person: Person },
): Promise<void> {
  await tab.goto(`/video/${id}`);
  await tab.click('button', 'Keep offline');
  await tab.find('button', 'Kept offline: remove');
  proxy.setDown(true);
  await tab.goto('/videos');
  await tab.sees(`location.pathname === '/offline'`);
  // the device has a network all the while
  await tab.find('text', 'The site can’t be reached');
  const clip = `document.querySelector('video[aria-label=${JSON.stringify(title)}]')`;
  await tab.sees(`${clip}?.readyState >= 1`);
  await tab.run(`(Object.assign(${clip}, { muted: true, currentTime: 6 }), void ${clip}.play())`);
  await tab.sees(`${clip}.currentTime > 6.2`);
  proxy.setDown(false);
  await tab.goto('/about/counting');
  await tab.run(`localStorage.setItem('vh_token', ${JSON.stringify(person.token)})`);
  await tab.goto('/');
  await isKept(tab, id).toBe(true);
  await tab.click('button', 'Account menu');
  await tab.click('[role=menuitem]', 'Sign out');
  await isKept(tab, id).toBe(false);
}

/** It is offered, and nothing moves until it is taken. */
export async function takeNewWorker(driver: Driver, site: string): Promise<void> {
  const { state, url, close } = await startVersioned(site);
  const tab = new Tab(driver, url);
  try {
    await tab.goto('/login');
    await tab.run(`void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })`);
    await tab.sees(`navigator.serviceWorker.controller`);
    await tab.goto('/login');
    await tab.fill('Username', 'somebody in the middle of it');
    state.version = 2;
    await tab.run(`void navigator.serviceWorker.getRegistration().then((worker) => worker.update())`);
    await tab.find('text', 'A new version is ready');
    await tab.sees(`document.querySelector('[name=username]').value === 'somebody in the middle of it'`);
    await tab.click('button', 'Reload');
    await tab.sees(`document.querySelector('[name=username]')?.value === ''`);
  } finally {
    close();
  }
}
