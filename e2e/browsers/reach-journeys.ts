import { startHost } from '../embed-host.ts';
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
