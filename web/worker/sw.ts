import { CACHE_SHELL, TAKE_OVER } from '#contract/site/offline-names.ts';
import { serveOfflineVideos } from './offline-videos.ts';
import { takePushes } from './push.ts';
import { worker } from './scope.ts';
import { receiveSharedVideos } from './shared-video.ts';
import { goOnWithUploads } from './uploads.ts';
import { dropFormerShells, cacheShell, renewShell, serveShell } from './shell.ts';

/**
 * The site's service worker. It never caches API responses or pages: only the offline page's files once the site is
 * installed, the videos a visitor chose (web/offline), and an upload in progress (web/submissions). A new version waits
 * until it is accepted.
 */
serveShell();
serveOfflineVideos();
receiveSharedVideos();
takePushes();
goOnWithUploads();

worker.addEventListener('install', (event) => event.waitUntil(renewShell()));
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropFormerShells(), worker.clients.claim()])),
);
worker.addEventListener('message', (event) => {
  if (event.data === CACHE_SHELL)
    event.waitUntil(cacheShell().finally(() => event.ports[0]?.postMessage('done')));
  if (event.data === TAKE_OVER) void worker.skipWaiting();
});
