/** Names shared by the service worker and the pages. */

/** The worker itself; it has the whole site. */
export const WORKER = '/sw.js';
/** The page that is shown where there is no network. */
export const OFFLINE_PAGE = '/offline';
/** Each offline video has a cache of its own; its id follows. */
export const OFFLINE_CACHE = 'kept-';
/** In that cache: what the video is, as JSON. */
export const OFFLINE_FACTS = '/kept-clip';
/** A video that another app handed over, until the upload dialog takes it. */
export const SHARED_CACHE = 'shared-film';
export const SHARED_VIDEO = '/shared-film';
/** Where the browser sends it (share_target in the manifest). */
export const SHARE_TARGET = '/share-target';

/** Messages from pages to the worker. */
export const CACHE_SHELL = 'keep-shell';
export const TAKE_OVER = 'take-over';

/** An upload that continues after its tab is closed: video, poster, captions and metadata, stored while in progress. */
export const UPLOAD_CACHE = 'upload';
export const UPLOAD_VIDEO = '/upload-film';
export const UPLOAD_PICTURE = '/upload-picture';
export const UPLOAD_CAPTIONS = '/upload-captions';
export const UPLOAD_FACTS = '/upload-facts';
/** Name of the Background Sync tag that wakes the worker, and of the Web Lock that the tab owns while open. */
export const UPLOAD_SYNC = 'upload';
export const UPLOAD_LOCK = 'upload';

/** The content of UPLOAD_FACTS, as JSON. URLs are absolute. */
export interface UploadFacts {
  /** Of the resumable upload. */
  url: string;
  /** Upload URL of the submission's picture, with `{id}`. */
  pictureUrl: string;
  /** Where in the video the picture is from, in seconds. */
  pictureAt: string;
  /** The same for a file of captions, and the language it is in. */
  captionsUrl: string;
  captionsLanguage: string;
  token: string;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** Notification shown on completion, if the visitor allows notifications. */
  said: { title: string; text: string; captionsRejected: string };
}
