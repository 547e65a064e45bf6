/** What the service worker and the pages call the same things. */

/** The worker itself; it has the whole site. */
export const WORKER = '/sw.js';
/** The page that is shown where there is no network. */
export const OFFLINE_PAGE = '/offline';
/** Each kept clip has a cache of its own, `kept-12`. */
export const KEPT_CACHE = 'kept-';
/** In that cache: what the clip is, as JSON. */
export const KEPT_FACTS = '/kept-clip';
/** A film that another app handed over, until the upload dialog takes it. */
export const SHARED_CACHE = 'shared-film';
export const SHARED_FILM = '/shared-film';
/** Where the browser sends it (share_target in the manifest). */
export const SHARE_TARGET = '/share-target';

/** What pages tell the worker. */
export const KEEP_SHELL = 'keep-shell';
export const TAKE_OVER = 'take-over';
