import { expressionBuilder, sql, type AliasedExpression, type Expression, type SqlBool } from 'kysely';
import { z } from 'zod';
import { tracksKey } from '#contract/captions/tracks.ts';
import { VIEW_MINUTES } from '#contract/site/counting.ts';
import {
  PAGE_SIZE,
  MAX_PAGE_SIZE,
  type Video,
  type VideoDetails,
  type VideoQuery,
} from '#contract/videos/videos.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import { countSource, type Origin } from './origin.store.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { timeOf } from '#server/app/database/expressions.ts';
import { compileOnce, type Param } from '#server/app/database/compile-once.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { canSee, canSeeAs, type Viewer } from '#server/app/database/may-see.ts';
import {
  commentsMode,
  IS_DOWNLOADABLE,
  isFollowed,
  isOriented,
  isSeenBy,
  isTagged,
  SERIES_ID,
  toVideo,
  urlsOf,
  withVideoColumns,
  type VideoRow,
} from './videos.rows.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/**
 * One page of the public videos; with `follower`, of the creators, categories and tags this person follows. `filteredViewer`
 * sees fewer.
 */
export async function listVideos(
  db: Db,
  {
    category,
    tag,
    limit = PAGE_SIZE,
    cursor,
    sort = 'new',
    orientation,
    follower,
    filteredViewer = null,
  }: Omit<z.output<typeof VideoQuery>, 'q' | 'following'> & {
    follower?: number;
    filteredViewer?: number | null;
  },
): Promise<Page<Video>> {
  const size = Math.min(limit, MAX_PAGE_SIZE);
  const order = ORDERS[sort];
  let query = withVideoColumns(db.selectFrom('videos'))
    .where('videos.is_public', '=', true)
    .select(order.key)
    .limit(size + 1);
  if (category) query = query.where('videos.category', '=', category);
  if (tag) query = query.where(isTagged(tag));
  if (orientation) query = query.where(isOriented(orientation));
  if (follower !== undefined) query = query.where(isFollowed(follower));
  if (filteredViewer !== null) query = query.where(isSeenBy(filteredViewer));
  if (cursor) query = query.where(order.after(readCursor(cursor, order.kinds)));
  for (const key of order.by) query = query.orderBy(key, 'desc');
  const rows = await query.execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) => toVideo(row));
}

interface Order {
  kinds: string;
  key: AliasedExpression<string | number, 'sort_key'>;
  by: Expression<unknown>[];
  after(parts: (string | number)[]): Expression<SqlBool>;
}

const eb = expressionBuilder<Database, 'videos'>();
const ID = eb.ref('videos.id');
const APPROVED_AT = eb.ref('videos.approved_at');
const RANK = eb.ref('videos.rotation_rank');
const TOTAL_VIEWS = eb('videos.view_count', '+', eb.fn.coalesce('videos.external_views', eb.lit(0)));

const ORDERS: Record<'new' | 'top' | 'trending', Order> = {
  new: {
    kinds: 'tn',
    key: eb.cast<string>(APPROVED_AT, 'text').as('sort_key'),
    by: [APPROVED_AT, ID],
    after: ([approvedAt, id]) =>
      eb(eb.tuple(APPROVED_AT, ID), '<', eb.tuple(timeOf(String(approvedAt)), Number(id))),
  },
  top: {
    kinds: 'nn',
    key: TOTAL_VIEWS.as('sort_key'),
    by: [TOTAL_VIEWS, ID],
    after: ([views, id]) => eb(eb.tuple(TOTAL_VIEWS, ID), '<', eb.tuple(Number(views), Number(id))),
  },
  // what the rotation picked, then the newest (server/curation writes the rank)
  trending: {
    kinds: 'in',
    key: RANK.as('sort_key'),
    by: [RANK, ID],
    after: ([rank, id]) => eb(eb.tuple(RANK, ID), '<', eb.tuple(Number(rank), Number(id))),
  },
};

/** Public videos in the order of their ids here; `reader` sees less. */
export async function listVideosByIds(
  db: Db,
  ids: number[],
  filteredViewer: number | null = null,
): Promise<Video[]> {
  if (!ids.length) return [];
  return inOrder(ids, await selectByIds(db, ids, filteredViewer).execute());
}

/** The same, and which of them have captions or chapters. */
export async function findVideosByIds(
  db: Db,
  ids: number[],
  filteredViewer: number | null,
): Promise<{ videos: Video[]; captioned: number[] }> {
  if (!ids.length) return { videos: [], captioned: [] };
  const rows = await selectByIds(db, ids, filteredViewer)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('captions')
          .whereRef('captions.video_id', '=', 'videos.id')
          .where('captions.published', '=', true)
          .select('captions.video_id'),
      ).as('is_captioned'),
    )
    .execute();
  return {
    videos: inOrder(ids, rows),
    captioned: rows.filter((row) => row.is_captioned).map(({ id }) => id),
  };
}

function selectByIds(db: Db, ids: number[], filteredViewer: number | null) {
  const query = withVideoColumns(db.selectFrom('videos'))
    .where('videos.id', 'in', ids)
    .where('videos.is_public', '=', true);
  return filteredViewer === null ? query : query.where(isSeenBy(filteredViewer));
}

function inOrder(ids: number[], rows: VideoRow[]): Video[] {
  const byId = new Map(rows.map((row) => [row.id, toVideo(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const findVideo = compileOnce((db, param: Param<{ id: number; viewer: number | null; admin: boolean }>) =>
  withVideoColumns(db.selectFrom('videos'))
    .where('videos.id', '=', param('id'))
    .where(canSeeAs({ id: param('viewer'), admin: param('admin') }))
    .select([SERIES_ID.as('series_id'), 'videos.first_published'])
    .compile(),
);

/** A video that `viewer` may see. Files that aren't public have signed URLs. */
export async function getVideo(
  db: Db,
  id: number,
  viewer: Viewer,
  signedUrls: SignedUrls,
): Promise<(Omit<VideoDetails, 'commentsOff'> & { commentsOff: boolean | null }) | null> {
  const [row] = await findVideo(db, { id, viewer: viewer?.id ?? null, admin: isAdmin(viewer) });
  if (!row) return null;
  return {
    ...toVideo(row, urlsOf(row, signedUrls), row.is_open ? undefined : signedUrls.token(tracksKey(id))),
    isPublic: row.is_public,
    isLive: row.is_live,
    visibility: row.visibility,
    publishAt: row.publish_at?.toISOString() ?? null,
    commentsOff: row.comments_off,
    seriesId: row.series_id,
    comments: commentsMode(row),
    firstPublished: row.first_published?.toISOString() ?? null,
  };
}

/** The storage key of a video's largest MP4, null if it can't be downloaded. Null: no such video for this viewer. */
export async function findDownload(
  db: Db,
  id: number,
  viewer: Viewer,
): Promise<{ key: string | null; isOpen: boolean } | null> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where(canSee(viewer))
    .select(['mp4_key', IS_DOWNLOADABLE.as('isDownloadable'), canSee(null).as('isOpen')])
    .executeTakeFirst();
  return row ? { key: row.isDownloadable ? row.mp4_key : null, isOpen: row.isOpen } : null;
}

/** A video's public folders: the current one, and those it replaced, which open pages still play. */
export async function findOpenFolders(db: Db, id: number): Promise<string[]> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where(canSee(null))
    .select(['media_rev', 'former_revs'])
    .executeTakeFirst();
  return row ? [row.media_rev, ...row.former_revs].filter((rev) => rev !== null) : [];
}

const Viewed = z.object({ views: z.number(), counted: z.boolean() });

/**
 * Counts a view, at most once per person and 30 minutes and never for the uploader.
 * Answers the own views and whether this one counted; null: `viewer` sees no such live video.
 */
export async function viewVideo(
  db: Db,
  id: number,
  person: string,
  viewer: Viewer,
  origin: Origin,
): Promise<z.output<typeof Viewed> | null> {
  const [view] = await sqlRows(Viewed)`
    with seen as (
      insert into video_views as v (video_id, person)
      select id, ${person} from videos where id = ${id} and is_live and ${canSee(viewer)}
        and (uploader_id = ${viewer?.id ?? null}::bigint) is not true
      on conflict (video_id, person) do update set counted_at = now() where v.counted_at <= now() - make_interval(mins => ${VIEW_MINUTES})
      returning video_id
    ), daily as (
      insert into video_days as d (video_id, day, views) select video_id, current_date, 1 from seen
      on conflict (day, video_id) do update set views = d.views + 1
    ), sourced as (${countSource(origin)}
    ), counted as (
      update videos set view_count = view_count + 1 from seen where videos.id = seen.video_id returning view_count
    )
    select coalesce((select view_count from counted), view_count) as views, exists (select from counted) as counted
    from videos where id = ${id} and is_live and ${canSee(viewer)}`.execute(db);
  return view ?? null;
}

/** A visitor's views of late join the account: none counts twice. */
export const joinViews: JoinVisitor = async (trx, { visitor, person }) => {
  await sql`
    with gone as (delete from video_views where person = ${visitor} returning video_id, counted_at)
    insert into video_views as v (video_id, person, counted_at)
    select video_id, ${person}, counted_at from gone where counted_at > now() - make_interval(mins => ${VIEW_MINUTES})
    on conflict (video_id, person) do update set counted_at = greatest(v.counted_at, excluded.counted_at)`.execute(
    trx,
  );
  return [];
};
