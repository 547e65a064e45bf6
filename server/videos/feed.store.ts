import { FEED_PAGE_SIZE, MAX_FEED_PAGE_SIZE, type FeedQuery, type Video } from '#contract/videos/videos.ts';
import type { Db } from '#server/app/database/database.ts';
import { invalidCursor, isOf, readCursor, writeCursor } from '#server/app/http/cursor.ts';
import { Page } from '#server/app/http/page.ts';
import { isFollowed, isOriented, isSeenBy, isTagged, toVideo, withVideoColumns } from './videos.rows.ts';
import { listVideosByIds } from './videos.store.ts';
import { timeOf } from '#server/app/database/expressions.ts';

/**
 * `follower`: only videos of the creators, categories and tags this person follows. `filteredViewer` sees fewer videos than
 * the public.
 */
type FeedOptions = Omit<FeedQuery, 'following'> & { follower?: number; filteredViewer?: number | null };

/** Where a page begins: behind a row of what the rotation picked ('r', by rank), or of all others ('n', by time). */
interface FeedCursor {
  stage: 'r' | 'n';
  key: string;
  id: number;
}

const BEGINNING: FeedCursor = { stage: 'r', key: '2147483647', id: 0 };
const NEWEST: FeedCursor = { stage: 'n', key: 'infinity', id: 0 };

/**
 * One page of the feed: the rotation in its order, then all others, newest first; with `creator` or `follower`, all
 * newest first. Each part is read from its own index, starting where the previous page ended, so that any page of a
 * million videos costs the same.
 */
export async function listFeed(db: Db, query: FeedOptions): Promise<Page<Video>> {
  const { start, cursor, limit = FEED_PAGE_SIZE } = query;
  const size = Math.min(limit, MAX_FEED_PAGE_SIZE);
  const first = start && !cursor ? await listVideosByIds(db, [start], query.filteredViewer) : [];
  const beginning = isOfFew(query) ? NEWEST : BEGINNING;
  let position = cursor ? readFeedCursor(cursor) : beginning;
  const rows: Row[] = [];
  // one extra row shows whether there is another page
  const wanted = size + 1 - first.length;
  if (position.stage === 'r') rows.push(...(await listPart(db, query, position, wanted)));
  if (rows.length < wanted) {
    if (position.stage === 'r') position = NEWEST;
    rows.push(...(await listPart(db, query, position, wanted - rows.length)));
  }
  const shown = rows.slice(0, size - first.length);
  const last = shown.at(-1);
  const end = last ? { stage: last.stage, key: last.sort_key, id: last.id } : beginning;
  return new Page(
    [...first, ...shown.map((row) => toVideo(row))],
    rows.length === wanted ? writeCursor(end.stage, end.key, end.id) : null,
  );
}

type Row = Awaited<ReturnType<typeof listPart>>[number];

/** A narrow selection contains little of the rotation, so it is sorted newest first. */
const isOfFew = ({ creator, tag, follower }: FeedOptions): boolean =>
  creator !== undefined || tag !== undefined || follower !== undefined;

async function listPart(db: Db, query: FeedOptions, cursor: FeedCursor, limit: number) {
  const { start, category, tag, creator, orientation, follower, filteredViewer = null } = query;
  const isRotation = cursor.stage === 'r';
  let part = withVideoColumns(db.selectFrom('videos'))
    .where('videos.is_public', '=', true)
    .where(({ eb, refTuple, tuple }) =>
      isRotation
        ? eb(refTuple('videos.rotation_rank', 'videos.id'), '<', tuple(Number(cursor.key), cursor.id))
        : eb(refTuple('videos.approved_at', 'videos.id'), '<', tuple(timeOf(cursor.key), cursor.id)),
    )
    .select(({ cast }) =>
      cast<string>(isRotation ? 'videos.rotation_rank' : 'videos.approved_at', 'text').as('sort_key'),
    )
    .orderBy(isRotation ? 'videos.rotation_rank' : 'videos.approved_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(limit);
  if (!isOfFew(query)) part = part.where('videos.rotation_rank', isRotation ? '>' : '=', 0);
  if (category) part = part.where('videos.category', '=', category);
  if (tag) part = part.where(isTagged(tag));
  if (orientation) part = part.where(isOriented(orientation));
  if (creator)
    part = part.where('videos.uploader_id', '=', ({ selectFrom }) =>
      selectFrom('users')
        .where(({ eb, fn }) => eb(fn<string>('lower', ['username']), '=', creator.toLowerCase()))
        .select('users.id'),
    );
  if (follower !== undefined) part = part.where(isFollowed(follower));
  if (filteredViewer !== null) part = part.where(isSeenBy(filteredViewer));
  if (start) part = part.where('videos.id', '<>', start);
  return (await part.execute()).map((row) => ({ ...row, stage: cursor.stage }));
}

function readFeedCursor(cursor: string): FeedCursor {
  const [stage, key, id] = readCursor(cursor, 'ssn');
  if (stage === 'r' && isOf(Number(key), 'i')) return { stage, key: String(Number(key)), id };
  if (stage === 'n' && isOf(key, 't')) return { stage, key, id };
  throw invalidCursor();
}
