import { createPartialResponse } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { OFFLINE_CACHE } from '#contract/site/offline-names.ts';

/** Serves offline videos, pictures and captions from their caches, with range requests. */
export function serveOfflineVideos(): void {
  registerRoute(
    ({ request }) => ['video', 'image', 'track'].includes(request.destination),
    async ({ request }) => {
      const cached = await findOffline(request.url);
      if (!cached) return fetch(request);
      return request.headers.has('range') ? createPartialResponse(request, cached) : cached;
    },
  );
}

async function findOffline(url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(OFFLINE_CACHE)) continue;
    const found = await caches.match(url, { cacheName: name, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
