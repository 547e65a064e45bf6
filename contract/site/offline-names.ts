/** What the service worker and the pages call the same things. */

/** The worker itself; it has the whole site. */
export const WORKER = '/sw.js';
/** The page that is shown where there is no network. */
export const OFFLINE_PAGE = '/offline';
/** Each kept video has a cache of its own, `kept-12`. */
export const OFFLINE_CACHE = 'kept-';
/** In that cache: what the video is, as JSON. */
export const OFFLINE_FACTS = '/kept-clip';
/** A video that another app handed over, until the upload dialog takes it. */
export const SHARED_CACHE = 'shared-film';
export const SHARED_VIDEO = '/shared-film';
/** Where the browser sends it (share_target in the manifest). */
export const SHARE_TARGET = '/share-target';

/** What pages tell the worker. */
export const CACHE_SHELL = 'keep-shell';
export const TAKE_OVER = 'take-over';

/** An upload that goes on when its tab is closed: its video, its picture, its captions and what it is, kept while it is under way. */
export const UPLOAD_CACHE = 'upload';
export const UPLOAD_VIDEO = '/upload-film';
export const UPLOAD_PICTURE = '/upload-picture';
export const UPLOAD_CAPTIONS = '/upload-captions';
export const UPLOAD_FACTS = '/upload-facts';
/** By this the browser wakes the worker (Background Sync), and this the tab holds as long as it is open (Web Locks). */
export const UPLOAD_SYNC = 'upload';
export const UPLOAD_LOCK = 'upload';

/** What UPLOAD_FACTS holds, as JSON. Addresses are whole. */
export interface UploadFacts {
  /** Of the resumable upload. */
  url: string;
  /** Where the picture of the submission goes, with `{id}`. */
  pictureUrl: string;
  /** The same for a file of captions, and the language it is in. */
  captionsUrl: string;
  captionsLanguage: string;
  token: string;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** What is said once it got there, where the visitor takes notifications. */
  said: { title: string; text: string; captionsRejected: string };
}
