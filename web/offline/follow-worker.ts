import { t } from '@lingui/core/macro';
import { TAKE_OVER, UPLOAD_CACHE, UPLOAD_SYNC } from '#contract/site/offline-names.ts';
import { isInstalled, cacheOfflinePage, type Wakeable } from '#web/app/worker.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { pruneOffline, forgetWithSession } from './offline-videos.ts';

/**
 * For users who installed the site, or saved videos: new versions, videos that are no longer visible, signing
 * out.
 */
export async function followWorker(): Promise<void> {
  if (isInstalled()) await cacheOfflinePage();
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  offerUpdates(registration);
  forgetWithSession();
  await pruneOffline();
  await goOnWithUpload(registration);
  window.addEventListener('online', () => void pruneOffline());
}

/** A new version is offered; no one is interrupted. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  const offer = (waiting: ServiceWorker | null): void => {
    if (!waiting || !navigator.serviceWorker.controller) return;
    const run = (): void => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage(TAKE_OVER);
    };
    toast(t`A new version is ready`, {
      kind: 'info',
      text: t`Update whenever you’re ready.`,
      action: { label: t`Reload`, run },
    });
  };
  const follow = (installing: ServiceWorker | null): void =>
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing);
    });
  offer(registration.waiting);
  // one may be on its way already: a page asks for this late
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** One that was left behind, and that the browser woke the worker for often enough. */
async function goOnWithUpload({ sync }: Wakeable): Promise<void> {
  if (await caches.has(UPLOAD_CACHE)) await sync?.register(UPLOAD_SYNC).catch(() => undefined);
}
