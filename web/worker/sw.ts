import { CACHE_SHELL, TAKE_OVER } from '#contract/site/offline-names.ts';
import { serveOfflineVideos } from './offline-videos.ts';
import { takePushes } from './push.ts';
import { worker } from './scope.ts';
import { receiveSharedVideos } from './shared-video.ts';
import { goOnWithUploads } from './uploads.ts';
import { dropFormerShells, cacheShell, renewShell, serveShell } from './shell.ts';

/**
 * The site's service worker. It never keeps what the API answers, nor a page: only the files of the offline page, once the
 * site is installed, the videos that a visitor chose (web/offline), and a file on its way up (web/submissions). A new one waits until it is asked to take over.
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
