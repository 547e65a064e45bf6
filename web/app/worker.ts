import { CACHE_SHELL, WORKER } from '#contract/site/offline-names.ts';

/** By Background Sync (wicg.github.io/background-sync), in Chromium alone, the browser wakes the worker for a tag. */
export interface Wakeable extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Whether this browser can store videos for offline use. */
export const canSaveOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'caches' in globalThis;

/** The site runs as an app of its own. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Registers the worker; only on a visitor's action: installing, saving a video, enabling notifications. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  return registration;
}

/** As `startWorker`; the offline page is there from then on. */
export async function cacheOfflinePage(): Promise<void> {
  const { active } = await startWorker();
  const { port1, port2 } = new MessageChannel();
  const done = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }));
  port1.start();
  active?.postMessage(CACHE_SHELL, [port2]);
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 10_000))]);
}
