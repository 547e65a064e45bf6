import { t } from '@lingui/core/macro';
import { captions as captionsCalls } from '#contract/captions/captions.ts';
import {
  UPLOAD_CACHE,
  UPLOAD_CAPTIONS,
  UPLOAD_FACTS,
  UPLOAD_VIDEO,
  UPLOAD_LOCK,
  UPLOAD_PICTURE,
  UPLOAD_SYNC,
  type UploadFacts,
} from '#contract/site/offline-names.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { getToken } from '#web/app/session/session.ts';
import { canSaveOffline, type Wakeable } from '#web/app/worker.ts';
import type { Look } from './thumbnail.ts';
import { uploaded } from './upload.rules.ts';

/** The browser gives the worker a few minutes per wake-up; syncing this often wakes it again. */
const SYNC_INTERVAL_MS = 60_000;

const whole = (address: string): string => new URL(backend(address), location.href).href;
/** With its `{id}`, which an address would write in percent. */
const template = (path: string): string => whole('/').slice(0, -1) + path;

/** What is sent of an upload; null: without. */
export interface Parts {
  file: Blob;
  look: Pick<Look, 'thumbnail' | 'thumbnailAt'>;
  captions: { file: Blob; language: string } | null;
}

/**
 * Stores an upload in progress so that the service worker can finish it if this tab is closed. Applies to visitors who
 * already have the worker and a browser that can wake it; `onMessage` reports whether it will.
 */
export function offerToWorker(parts: Parts, onMessage: (goesOn: boolean) => void) {
  const ended = new AbortController();
  let uploadUrl: string | null = null;
  return {
    onUploadUrl: (url: string): void => {
      if (url === uploadUrl) return;
      uploadUrl = url;
      void handOver(parts, { url, ended: ended.signal }).then((will) =>
        onMessage(will && !ended.signal.aborted),
      );
    },
    /** It is on the server, or waits for the visitor. */
    end: (): void => {
      ended.abort();
      onMessage(false);
    },
  };
}

async function handOver(parts: Parts, { url, ended }: { url: string; ended: AbortSignal }): Promise<boolean> {
  const registration: Wakeable | undefined = canSaveOffline()
    ? await navigator.serviceWorker.getRegistration()
    : undefined;
  const token = getToken();
  if (!registration?.active || !registration.sync || !('locks' in navigator) || token === null) return false;
  const { sync } = registration;
  const facts: UploadFacts = {
    url: whole(url),
    pictureUrl: template(submissions.thumbnail.path),
    pictureAt: parts.look.thumbnailAt.toFixed(3),
    captionsUrl: template(captionsCalls.bring.path),
    captionsLanguage: parts.captions?.language ?? '',
    token,
    keptAt: Date.now(),
    said: {
      title: uploaded().title,
      text: uploaded().text,
      captionsRejected: t`Couldn’t save your captions`,
    },
  };
  return await new Promise((resolve) => {
    // another tab may be uploading: only one upload is stored at a time
    void navigator.locks.request(UPLOAD_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return resolve(false);
      try {
        await store(parts, facts);
        await sync.register(UPLOAD_SYNC);
        const interval = setInterval(() => void sync.register(UPLOAD_SYNC), SYNC_INTERVAL_MS);
        resolve(true);
        await endOf(ended);
        clearInterval(interval);
      } catch {
        // no space, or background work is denied: the upload continues in this tab only
        resolve(false);
      }
      await caches.delete(UPLOAD_CACHE);
      return undefined;
    });
  });
}

async function store({ file, look: { thumbnail }, captions }: Parts, facts: UploadFacts): Promise<void> {
  await caches.delete(UPLOAD_CACHE);
  const cache = await caches.open(UPLOAD_CACHE);
  await cache.put(UPLOAD_VIDEO, new Response(file));
  if (thumbnail) await cache.put(UPLOAD_PICTURE, new Response(thumbnail));
  if (captions) await cache.put(UPLOAD_CAPTIONS, new Response(captions.file));
  await cache.put(UPLOAD_FACTS, Response.json(facts));
}

const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
