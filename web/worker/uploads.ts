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
import { UPLOAD_CHUNK } from '#contract/submissions/upload-chunk.ts';

/** What of a service worker's global scope is used here: its types and those of pages can't be loaded together. */
interface SyncScope {
  registration: ServiceWorkerRegistration;
  addEventListener(
    type: 'sync',
    listener: (event: Event & { tag: string; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}
const scope = globalThis as unknown as SyncScope;

/** The server discards unfinished uploads after this long. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** Continues an upload whose tab was closed. On failure the browser wakes the worker again, a few times. */
export function goOnWithUploads(): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === UPLOAD_SYNC) event.waitUntil(navigator.locks.request(UPLOAD_LOCK, goOn));
  });
}

const readUpload = (name: string): Promise<Response | undefined> =>
  caches.match(name, { cacheName: UPLOAD_CACHE });

async function goOn(): Promise<void> {
  const [uploaded, file] = await Promise.all([readUpload(UPLOAD_FACTS), readUpload(UPLOAD_VIDEO)]);
  if (!uploaded || !file) return;
  const facts = (await uploaded.json()) as UploadFacts;
  if (facts.keptAt > Date.now() - MAX_AGE_MS) {
    const id = await send(facts, await file.blob());
    if (id !== null) await finish(facts, id);
  }
  await caches.delete(UPLOAD_CACHE);
}

/** So long the server may still be busy with the connection that the tab had. */
const BUSY_MS = 1000;
const MAX_BUSY = 10;

/** The submission's id; null where the server takes no more of it. Throws where it may do so later. */
async function send({ url, token }: UploadFacts, file: Blob): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const fetchStatus = () => fetch(url, { method: 'HEAD', headers });
  let answer = await fetchStatus();
  for (let busy = 0; ;) {
    if (answer.status === 409 && busy < MAX_BUSY) {
      busy += 1;
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      answer = await fetchStatus();
      continue;
    }
    if (answer.status >= 500 || answer.status === 409) throw new Error(`The server said ${answer.status}.`);
    if (!answer.ok) return null;
    const id = Number(answer.headers.get('submission-id'));
    if (id) return id;
    const offset = Number(answer.headers.get('upload-offset'));
    answer = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: file.slice(offset, offset + UPLOAD_CHUNK),
    });
  }
}

async function finish(facts: UploadFacts, id: number): Promise<void> {
  const { pictureUrl, pictureAt, captionsUrl, captionsLanguage, token, said: uploaded } = facts;
  const [picture, captions] = await Promise.all([readUpload(UPLOAD_PICTURE), readUpload(UPLOAD_CAPTIONS)]);
  const headers = { authorization: `Bearer ${token}` };
  if (picture) {
    const body = new FormData();
    body.append('thumbnailAt', pictureAt);
    body.append('thumbnail', await picture.blob(), 'thumbnail.jpg');
    // the server takes a picture of its own when this one doesn't arrive
    await fetch(pictureUrl.replace('{id}', String(id)), { method: 'PUT', headers, body }).catch(() => null);
  }
  let isRejected = false;
  if (captions) {
    const body = new FormData();
    body.append('language', captionsLanguage);
    body.append('kind', 'captions');
    body.append('file', await captions.blob(), 'captions');
    const answer = await fetch(captionsUrl.replace('{id}', String(id)), { method: 'POST', headers, body });
    if (answer.status >= 500) throw new Error(`The server said ${answer.status}.`);
    isRejected = !answer.ok;
  }
  if (Notification.permission === 'granted')
    await scope.registration.showNotification(uploaded.title, {
      body: isRejected ? uploaded.captionsRejected : uploaded.text,
      icon: '/icon-192.png',
      dir: 'auto',
      data: { href: '/profile' },
    });
}
