import { LIST_PAGE, MAX_LIST_PAGE, MAX_PLAYLISTS } from '#contract/lists/playlists.ts';
import { MAX_SERIES } from '#contract/lists/series.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf } from '#server/app/http/page.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import {
  isNotHidden,
  isShownIn,
  itemsOf,
  listsOf,
  selectLists,
  selectShown,
  type ListKind,
} from './lists.rows.ts';

/** Which part of a list. */
export interface Part {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export const sizeOf = ({ limit = LIST_PAGE }: Part): number => Math.min(limit, MAX_LIST_PAGE);

const TABLES = { playlist: 'playlists', series: 'series' } as const;
const MAX_LISTS = { playlist: MAX_PLAYLISTS, series: MAX_SERIES };

/** Null: there is none, it is another member's private list, or a series without a video that `viewer` may see. */
export const findList = (db: DbOrTrx, kind: ListKind, viewer: Viewer, id: number) =>
  selectLists(db, kind, viewer)
    .where('lists.id', '=', id)
    .where(({ eb, or, exists, lit }) =>
      or([
        viewer ? eb('lists.user_id', '=', viewer.id) : lit(false),
        kind === 'playlist'
          ? eb('lists.visibility', '=', 'PUBLIC')
          : exists(selectShown(kind, viewer).select('videos.id')),
      ]),
    )
    .executeTakeFirst();

/** Where a page begins: behind this video at this position, before which the viewer sees so many. */
interface Begin {
  position: number;
  videoId: number;
  shown: number;
}
const AT_THE_START: Begin = { position: -1, videoId: 0, shown: 0 };

/** The list that a page is of: a row of it, to which `selectItems` refers. */
const selectList = (db: Db, kind: ListKind, id: number) =>
  db.selectFrom(listsOf(kind)).where('lists.id', '=', id);

/** Where the page begins that has this video first. Undefined: it is not in the list, or `viewer` may not see it. */
async function findInList(
  db: Db,
  kind: ListKind,
  viewer: Viewer,
  { id, videoId }: { id: number; videoId: number },
): Promise<Begin | undefined> {
  const found = await selectList(db, kind, id)
    .innerJoin(itemsOf(kind), 'items.list_id', 'lists.id')
    .innerJoin('videos', 'videos.id', 'items.video_id')
    .where('videos.id', '=', videoId)
    .where(isShownIn(kind, viewer))
    .select('items.position')
    .executeTakeFirst();
  if (!found) return undefined;
  const { shown } = await selectList(db, kind, id)
    .innerJoin(itemsOf(kind), 'items.list_id', 'lists.id')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('items.position', 'items.video_id'), '<', tuple(found.position, videoId)),
    )
    .where(isNotHidden(kind, viewer))
    .select(({ fn }) => fn.countAll<number>().as('shown'))
    .executeTakeFirstOrThrow();
  return { position: found.position, videoId: videoId - 1, shown };
}

async function findBegin(
  db: Db,
  kind: ListKind,
  viewer: Viewer,
  { id, cursor, start }: Part & { id: number; start?: number | undefined },
): Promise<Begin> {
  if (cursor) {
    const [position, videoId, shown] = readCursor(cursor, 'ini');
    return { position, videoId, shown };
  }
  if (start === undefined) return AT_THE_START;
  return (await findInList(db, kind, viewer, { id, videoId: start })) ?? AT_THE_START;
}

/**
 * One page of the videos in a list that `viewer` may see, with the place of the first among them. Throws 400 for a cursor
 * that is none.
 */
export async function listItems(
  db: Db,
  kind: ListKind,
  viewer: Viewer,
  part: Part & { id: number; start?: number | undefined },
) {
  const begin = await findBegin(db, kind, viewer, part);
  const { position, videoId, shown } = begin;
  const size = sizeOf(part);
  const rows = await withVideoColumns(db.selectFrom('videos'))
    .innerJoin(itemsOf(kind), 'items.video_id', 'videos.id')
    .innerJoin(listsOf(kind), 'lists.id', 'items.list_id')
    .select('items.position as sort_key')
    .where('lists.id', '=', part.id)
    .where(isShownIn(kind, viewer))
    // most pages are the first one: a condition that is always true would only cost planning time
    .$if(begin !== AT_THE_START, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('items.position', 'items.video_id'), '>', tuple(position, videoId)),
      ),
    )
    .orderBy('items.position')
    .orderBy('items.video_id')
    .limit(size + 1)
    .execute();
  return { page: pageOf(rows, size, (row) => [row.sort_key, row.id, shown + size]), shown };
}

export interface NewList {
  title: string;
  description: string | null;
  visibility?: 'PRIVATE' | 'PUBLIC' | undefined;
}

/** Null: this person, who has to be locked, has as many as one can. */
export async function insertList(
  trx: Trx,
  kind: ListKind,
  userId: number,
  list: NewList,
  now: Date,
): Promise<number | null> {
  const { title, description, visibility = 'PRIVATE' } = list;
  const { count } = await trx
    .selectFrom(TABLES[kind])
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_LISTS[kind]) return null;
  const row = { user_id: userId, title, description, created_at: now, updated_at: now };
  const insert =
    kind === 'playlist'
      ? trx
          .insertInto('playlists')
          .values({ ...row, visibility })
          .returning('id')
      : trx.insertInto('series').values(row).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

/** Locks it; what is undefined stays. False: no such list of this person's. */
export async function changeList(
  trx: Trx,
  kind: ListKind,
  { id, userId }: { id: number; userId: number },
  change: Partial<NewList>,
  now: Date,
): Promise<boolean> {
  const { title, description, visibility } = change;
  const { numUpdatedRows } = await trx
    .updateTable(TABLES[kind])
    .set({ updated_at: now, title, description, ...(visibility && { visibility }) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An own list, or for an admin another member's that isn't private. Undefined: there is none. */
export async function deleteList(
  trx: Trx,
  kind: ListKind,
  { id, userId, isAdmin }: { id: number; userId: number; isAdmin: boolean },
): Promise<{ user_id: number; title: string } | undefined> {
  return await trx
    .deleteFrom(TABLES[kind])
    .where('id', '=', id)
    .where(({ eb, or, and, lit, exists, selectFrom }) =>
      or([
        eb('user_id', '=', userId),
        and([
          lit(isAdmin),
          exists(
            selectFrom(listsOf(kind))
              .where('lists.id', '=', id)
              .where('lists.visibility', '=', 'PUBLIC')
              .select('lists.id'),
          ),
        ]),
      ]),
    )
    .returning(['user_id', 'title'])
    .executeTakeFirst();
}
