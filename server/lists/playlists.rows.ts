import { sql } from 'kysely';
import type { Playlist } from '#contract/lists/playlists.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { countShown, isReadBy } from '#server/videos/listed.store.ts';
import { COVER, toCover, type CoverRow } from '#server/videos/cover.rows.ts';

export interface PlaylistRow {
  id: number;
  user_id: number;
  title: string;
  description: string | null;
  visibility: Playlist['visibility'];
  created_at: Date;
  updated_at: Date;
  username: string;
  display_name: string | null;
  profile_image: string | null;
  count: number;
  cover: CoverRow | null;
  has_video: boolean | null;
}

/**
 * Playlists `p` of people `u` who are still here, as `viewer` sees them. `videoId`: is this clip in it? `hasCover`: whoever
 * reads the clips from the first on has the cover already.
 */
export const selectPlaylists = (
  viewer: Viewer,
  { videoId, hasCover = true }: { videoId?: number | undefined; hasCover?: boolean } = {},
) => sql<PlaylistRow>`
  select p.id, p.user_id, p.title, p.description, p.visibility, p.created_at, p.updated_at,
    u.username, u.display_name, u.profile_image,
    ${countShown(sql`playlist_items i`, sql`i.playlist_id = p.id`, isReadBy(viewer, sql.ref('p.user_id')), viewer ?? {})} as count,
    ${
      hasCover
        ? sql`(select ${COVER} from playlist_items i join videos on videos.id = i.video_id
            where i.playlist_id = p.id and ${isReadBy(viewer, sql.ref('p.user_id'))} order by i.position, i.video_id limit 1)`
        : sql`null::jsonb`
    } as cover,
    ${
      videoId === undefined
        ? sql`null::boolean`
        : sql`exists (select from playlist_items i where i.playlist_id = p.id and i.video_id = ${videoId})`
    } as has_video
  from playlists p join users u on u.id = p.user_id and u.suspended_at is null and u.deleted_at is null`;

export const toPlaylist = (row: PlaylistRow, signedUrls: SignedUrls): Playlist => ({
  id: row.id,
  title: row.title,
  description: row.description,
  visibility: row.visibility,
  creator: writeAuthor(row.display_name, row.username),
  creatorUsername: row.username,
  avatar: profileImageUrl(row.profile_image),
  count: row.count,
  ...toCover(row.cover, signedUrls),
  hasVideo: row.has_video,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
