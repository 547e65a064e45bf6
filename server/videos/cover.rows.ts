import { sql } from 'kysely';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { canSee } from '#server/app/database/may-see.ts';
import { urlsOf } from './videos.rows.ts';

/** The clip that stands for a list: the first one that its viewer may see. */
export interface CoverRow {
  is_public: boolean;
  is_open: boolean;
  poster_key: string | null;
  placeholder: string | null;
  published_url: string | null;
  published_keys: string[] | null;
}

/** It as a value, in a statement over `videos`. */
export const COVER = sql<CoverRow>`jsonb_build_object('is_public', videos.is_public, 'is_open', ${canSee(null)}, 'poster_key', videos.poster_key,
  'placeholder', videos.placeholder, 'published_url', videos.published_url, 'published_keys', videos.published_keys)`;

/** Its picture, as the wire shows it. */
export function toCover(cover: CoverRow | null, signedUrls: SignedUrls) {
  return {
    thumbnail: cover?.poster_key ? urlsOf(cover, signedUrls)(cover.poster_key) : null,
    placeholder: cover?.placeholder ?? null,
  };
}
