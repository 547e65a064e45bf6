import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/app/database/database.ts';

/**
 * Signed URLs for files that are not public: a `<video>` sends no Authorization header. The signature covers
 * the file's folder, so relative addresses (playlists) work, and is valid for one to two hours.
 */
export interface SignedUrls {
  url(key: string): string;
  /** The token alone, for URLs the server writes itself. */
  token(key: string): string;
  /** A URL for one user, valid until then (milliseconds) and no longer than their `sign_in_epoch`. */
  ownUrl(key: string, until: number, holder: Holder): string;
  /** Whether this token from a signed URL currently grants access to this key. */
  opens(token: string, key: string): Promise<boolean>;
}

/** The user, and the epoch of their sign-in. */
interface Holder {
  userId: number;
  epoch: number;
}

const HOUR = 3600;

/** Expiry, the user (for personal URLs), and the signature. */
const TOKEN = /^([0-9a-z]{1,9})(\.(\d{1,16})\.(\d{1,10}))?-([\w-]{32})$/;

async function readEpoch(db: Db, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('sign_in_epoch')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.sign_in_epoch ?? null;
}

export function createSignedUrls(secret: Buffer, clock: { now(): number }, db: Db): SignedUrls {
  const sign = (folder: string, until: number, holder = '') =>
    createHmac('sha256', secret).update(`${until}${holder} ${folder}`).digest('base64url').slice(0, 32);
  const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));
  const writeToken = (key: string, until: number, holder = '') =>
    `${until.toString(36)}${holder}-${sign(folderOf(key), until, holder)}`;
  const write = (key: string, until: number, holder = '') =>
    `/media/signed/${writeToken(key, until, holder)}/${key}`;
  // the same URL for an hour, so that reloading a page doesn't load its video again
  const soon = () => (Math.floor(clock.now() / 1000 / HOUR) + 2) * HOUR;
  return {
    url: (key) => write(key, soon()),
    token: (key) => writeToken(key, soon()),
    ownUrl: (key, until, { userId, epoch }) => write(key, Math.floor(until / 1000), `.${userId}.${epoch}`),
    async opens(token, key) {
      const [, time = '', holder = '', userId = '', epoch = '', signature = ''] = TOKEN.exec(token) ?? [];
      const until = Number.parseInt(time, 36);
      if (!(until > clock.now() / 1000)) return false;
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(folderOf(key), until, holder))))
        return false;
      return !holder || (await readEpoch(db, Number(userId))) === Number(epoch);
    },
  };
}
