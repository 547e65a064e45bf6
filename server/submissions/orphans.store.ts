import type { Db } from '#server/app/database/database.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

/** The folders of the store whose files are named by rows that `listUnnamed` knows. */
export const SWEPT_FOLDERS = ['originals', 'uploads', 'videos', 'avatars', 'exports', 'cards'];

/**
 * Those of `keys` that no row references. A video references everything in its current folder but replaced thumbnails;
 * an upload in progress its pieces, or the originals it is about to become.
 */
export async function listUnnamed(db: Db, keys: string[]): Promise<string[]> {
  return await sqlTexts`
    select key from (
      select key, split_part(key, '/', 2) as owner, split_part(key, '/', 3) as rev, split_part(key, '/', 4) as file
      from unnest(${keys}::text[]) as stored (key)) as stored
    where not exists (select from uploads where key = any(parts))
      and case split_part(key, '/', 1)
        when 'originals' then not exists (
          select from videos where original_key = regexp_replace(key, '/whole\\.mp4$', '/source'))
          and not exists (select from videos where original_thumbnail_key = key)
          and not exists (select from videos where pending_thumbnail_key = key)
        when 'uploads' then true
        when 'videos' then not exists (
          select from (select case when owner ~ '^[0-9]{1,18}$' then owner::bigint end as clip) named
            join videos on videos.id = named.clip or videos.replaces = named.clip
            where true
            and (media_rev = rev or rev = any(former_revs) or concat_ws(' ', '', original_key, mp4_key, hls_key, poster_key, storyboard_key)
              like '% videos/' || owner || '/' || rev || '/%')
            and not (file ~ ${THUMBNAIL} and poster_key like 'videos/' || owner || '/' || rev || '/%'
              and regexp_replace(file, ${THUMBNAIL}, '\\1') <> regexp_replace(split_part(poster_key, '/', 4), ${THUMBNAIL}, '\\1')))
        when 'avatars' then not exists (
          select from users where profile_image = 'avatars/' || owner || '/' || rev)
        when 'cards' then not exists (
          select from videos where videos.id = case when owner ~ '^[0-9]{1,18}$' then owner::bigint end)
        when 'exports' then not exists (select from exports where exports.key = stored.key)
          and not exists (select from imports where imports.key = stored.key)
          and not exists (select from archives where archives.key = stored.key)
        else false
      end`.execute(db);
}

/** Each thumbnail of a video is a set of sizes with one beginning: `thumb-640.jpg`, `0a1b2c3d-thumb-320-4x5.webp`. */
const THUMBNAIL = '^([0-9a-f]{8}-)?thumb-[0-9]+(-[0-9x]+)?\\.[a-z]+$';

/** Files that videos name by themselves, those of the latest first. Segments of a ladder are named in its playlists only. */
export async function listNamedFiles(db: Db, limit: number): Promise<string[]> {
  return await sqlTexts`
    select key from (
      select id, original_key, mp4_key, hls_key, poster_key, storyboard_key, mp4_lines
      from videos where media_rev is not null or original_key is not null order by id desc limit ${limit}
    ) latest cross join lateral (
      select unnest(array[original_key, mp4_key, hls_key, poster_key, storyboard_key])
      union select regexp_replace(mp4_key, '\\d+(?=p\\.mp4$)', size::text) from unnest(mp4_lines) as size
    ) as named (key)
    where key is not null`.execute(db);
}
