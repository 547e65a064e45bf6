import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Video } from '#contract/videos/videos.ts';
import { tracksKey } from '#contract/captions/tracks.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { isSeenBy, toVideo, urlsOf, type VideoRow } from './videos.rows.ts';

const eb = expressionBuilder<Database, 'videos'>();

/**
 * SQL condition over `videos`: those in someone's list that `viewer` may see. An unlisted video is shown only to its
 * creator, to the list's owner, and to admins: others would learn its address from the list.
 */
export function isShownTo(
  viewer: Viewer,
  owner: number | Expression<number> | null = null,
): Expression<SqlBool> {
  if (isAdmin(viewer)) return canSee(viewer);
  // of the rule that leaves a guest what is public; for others most are, and that is known without it
  if (!viewer) return eb.ref('videos.is_public');
  const isOwner =
    typeof owner === 'object' && owner ? eb(owner, '=', viewer.id) : eb.lit(owner === viewer.id);
  const isListed = eb('videos.visibility', '<>', 'UNLISTED');
  const isCreator = eb('videos.uploader_id', 'is not distinct from', viewer.id);
  return eb.or([eb.ref('videos.is_public'), eb.and([canSee(viewer), eb.or([isListed, isCreator, isOwner])])]);
}

/** As `isShownTo`, in a list of the videos of many: without those of people the viewer blocks or mutes, or is blocked by. */
export function isReadBy(viewer: Viewer, owner: number | Expression<number>): Expression<SqlBool> {
  const isShown = isShownTo(viewer, owner);
  return viewer?.seesLess ? eb.and([isShown, isSeenBy(viewer.id)]) : isShown;
}

/** A video as its permitted viewers get it, with signed URLs where its files aren't public. */
export const toShown = (row: VideoRow, signedUrls: SignedUrls): Video =>
  toVideo(row, urlsOf(row, signedUrls), row.is_open ? undefined : signedUrls.token(tracksKey(row.id)));
