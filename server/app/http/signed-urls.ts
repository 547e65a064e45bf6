import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Addresses of files that are not public, for those who may see them: a `<video>` sends no Authorization header.
 * Signed for the file's folder, good for one to two hours; relative addresses (playlists) work below them.
 */
export interface SignedUrls {
  url(key: string): string;
  /** One that is good until then (milliseconds). */
  urlUntil(key: string, until: number): string;
  /** Whether this token, out of such an address, opens this key at present. */
  opens(token: string, key: string): boolean;
}

const HOUR = 3600;

export function createSignedUrls(secret: Buffer, clock: { now(): number }): SignedUrls {
  const sign = (folder: string, until: number) =>
    createHmac('sha256', secret).update(`${until} ${folder}`).digest('base64url').slice(0, 32);
  const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));
  const write = (key: string, until: number) =>
    `/media/signed/${until.toString(36)}-${sign(folderOf(key), until)}/${key}`;
  return {
    url(key) {
      // the same address for an hour, so that a page that asks again doesn't load its video again
      const until = (Math.floor(clock.now() / 1000 / HOUR) + 2) * HOUR;
      return write(key, until);
    },
    urlUntil: (key, until) => write(key, Math.floor(until / 1000)),
    opens(token, key) {
      const [, time = '', signature = ''] = /^([0-9a-z]{1,9})-([\w-]{32})$/.exec(token) ?? [];
      const until = Number.parseInt(time, 36);
      if (!(until > clock.now() / 1000)) return false;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(folderOf(key), until)));
    },
  };
}
