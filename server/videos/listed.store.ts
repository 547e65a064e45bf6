import { sql, type RawBuilder } from 'kysely';
import type { Video } from '#contract/videos/videos.ts';
import { tracksKey } from '#contract/captions/tracks.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { isSeenBy, toVideo, urlsOf, type VideoRow } from './videos.rows.ts';

/**
 * In a statement over `videos`: those of a list that somebody keeps which `viewer` may see. A clip without a place in lists
 * is shown to its creator, to who keeps the list, and to admins: only they have its address from the list's first days.
 */
export function isShownTo(
  viewer: Viewer,
  keeper: number | RawBuilder<unknown> | null = null,
): RawBuilder<boolean> {
  if (isAdmin(viewer)) return canSee(viewer);
  // of the rule that leaves a guest what is public; for others most are, and that is known without it
  if (!viewer) return sql<boolean>`videos.is_public`;
  return sql<boolean>`(videos.is_public or ${canSee(viewer)} and (videos.visibility <> 'UNLISTED'
    or coalesce(${viewer.id}::bigint in (videos.uploader_id, ${keeper}::bigint), false)))`;
}

/** As `isShownTo`, in a list of the clips of many: those aside of whom the viewer blocks or mutes, or is blocked by. */
export function isReadBy(viewer: Viewer, keeper: number | RawBuilder<unknown>): RawBuilder<boolean> {
  const isShown = isShownTo(viewer, keeper);
  return viewer?.seesLess ? sql<boolean>`(${isShown} and ${isSeenBy(viewer.id)})` : isShown;
}

/**
 * How many clips of a list are shown: all of `items` but the hidden ones. Those are few and have an index of their own; to
 * look at each clip of a list would cost more than to read a page of it, so it is done for those few alone who see less of
 * what is public, too.
 */
export const countShown = (
  items: RawBuilder<unknown>,
  ofList: RawBuilder<unknown>,
  isShown: RawBuilder<boolean>,
  { seesLess = false }: { seesLess?: boolean | undefined } = {},
): RawBuilder<number> =>
  sql<number>`(select count(*)::int from ${items} where ${ofList} and not exists (
    select from videos where videos.id = i.video_id ${seesLess ? sql`` : sql`and not videos.is_public`} and not ${isShown}))`;

/** As whoever may see it gets it, with signed addresses where not everybody may have its files. */
export const toShown = (row: VideoRow, signedUrls: SignedUrls): Video =>
  toVideo(row, urlsOf(row, signedUrls), row.is_open ? undefined : signedUrls.token(tracksKey(row.id)));
