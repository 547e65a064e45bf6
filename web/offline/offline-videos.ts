import { t } from '@lingui/core/macro';
import { OFFLINE_CACHE, OFFLINE_FACTS } from '#contract/site/offline-names.ts';
import { fileOf } from '#contract/videos/files.ts';
import { videos, type Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { ApiError, call } from '#web/app/client/call.ts';
import { markGuestCopies } from '#web/app/session/member-caches.ts';
import { getToken, watchToken } from '#web/app/session/session.ts';
import { cacheOfflinePage } from '#web/app/worker.ts';
import { createStore } from '#web/ui/store.ts';

/** A video saved in this browser. URLs are absolute. */
export interface OfflineVideo {
  id: number;
  title: string;
  creator: string;
  seconds: number;
  bytes: number;
  /** Milliseconds since 1970: it goes then. */
  until: number;
  file: string;
  poster: string | null;
  captions: { language: string; label: string; url: string }[];
}

export const RETENTION_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
const MAX_VIDEOS = 50;
/** A phone's screen shows no more. */
const LINES = 720;

/** All saved videos, the latest first; null until loaded. */
export const offlineVideos = createStore<OfflineVideo[] | null>(null);

const cacheOf = (id: number): string => `${OFFLINE_CACHE}${id}`;
const whole = (address: string): string => new URL(backend(address), location.href).href;

/** Why a video can't be saved, as a sentence. */
export class SaveError extends Error {}

/** Downloads a video; `onProgress` gets the fraction, from 0 to 1. */
export async function saveOffline(video: Video, onProgress: (share: number) => void): Promise<OfflineVideo> {
  if ((await listOffline()).length >= MAX_VIDEOS)
    throw new SaveError(t`You’ve already saved ${MAX_VIDEOS} videos offline. Remove one first.`);
  await cacheOfflinePage();
  forgetWithSession();
  markGuestCopies();
  const token = getToken();
  const lines = video.lines.find((each) => each >= LINES);
  const file = whole(lines ? fileOf(video.sourceUrl ?? '', lines) : (video.sourceUrl ?? ''));
  const answer = await fetch(file);
  if (!answer.ok || !answer.body) throw new SaveError(t`Couldn’t download the video. Please try again.`);
  const bytes = Number(answer.headers.get('content-length') ?? 0);
  await requireSpace(bytes);
  const videoFile: OfflineVideo = {
    id: video.id,
    title: video.title,
    creator: video.creator,
    seconds: video.durationSec,
    bytes,
    until: Date.now() + RETENTION_DAYS * DAY_MS,
    file,
    poster: video.thumbnail && whole(video.thumbnail),
    captions: video.captions.map(({ language, label, url }) => ({ language, label, url: whole(url) })),
  };
  try {
    const cache = await caches.open(cacheOf(videoFile.id));
    const counted = answer.body.pipeThrough(countBytes((read) => onProgress(bytes ? read / bytes : 0)));
    await cache.put(file, new Response(counted, { headers: answer.headers }));
    const others = [videoFile.poster, ...videoFile.captions.map(({ url }) => url)].filter(
      (url) => url !== null,
    );
    await Promise.all(others.map((url) => cache.add(url)));
    await cache.put(OFFLINE_FACTS, Response.json(videoFile));
    // the user signed out in the meantime
    if (token !== null && getToken() !== token)
      throw new SaveError(t`Couldn’t download the video. Please try again.`);
  } catch (error) {
    await caches.delete(cacheOf(videoFile.id));
    throw error instanceof DOMException && error.name === 'QuotaExceededError'
      ? new SaveError(t`There isn’t enough space on this device.`)
      : error;
  }
  // so that the browser doesn't clear it by itself when room gets short; Firefox asks the visitor, who may take their time
  void navigator.storage?.persist?.().catch(() => false);
  await listOffline();
  return videoFile;
}

function countBytes(onRead: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let read = 0;
  return new TransformStream({
    transform(part, out) {
      read += part.length;
      onRead(read);
      out.enqueue(part as Uint8Array<ArrayBuffer>);
    },
  });
}

/** Bytes of storage left; null if the browser doesn't report it. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
}

async function requireSpace(bytes: number): Promise<void> {
  const space = await freeSpace();
  if (space !== null && bytes > space) throw new SaveError(t`There isn’t enough space on this device.`);
}

export async function listOffline(): Promise<OfflineVideo[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OFFLINE_CACHE));
  const found = await Promise.all(
    names.map(async (name) => {
      const facts = await caches.match(OFFLINE_FACTS, { cacheName: name });
      return facts ? ((await facts.json()) as OfflineVideo) : null;
    }),
  );
  const videos = found.filter((video) => video !== null).toSorted((one, other) => other.until - one.until);
  offlineVideos.set(videos);
  return videos;
}

export async function removeOffline(id: number): Promise<void> {
  await caches.delete(cacheOf(id));
  await listOffline();
}

let isFollowed = false;

/** What is shown goes with the session, as the caches do (member-caches.ts). */
export function forgetWithSession(): void {
  if (isFollowed) return;
  isFollowed = true;
  watchToken(() => {
    if (getToken() === null) offlineVideos.set([]);
  });
}

/** What may not be seen any more, or is past its end, goes. Without a network all stays until the next time. */
export async function pruneOffline(): Promise<void> {
  for (const { id, until } of await listOffline())
    if (until < Date.now() || (await isDeleted(id))) await removeOffline(id);
}

async function isDeleted(id: number): Promise<boolean> {
  try {
    await call(videos.get, { params: { id: String(id) } });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}
