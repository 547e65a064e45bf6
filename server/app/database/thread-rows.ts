import { sql, type RawBuilder } from 'kysely';
import { SHOWN_REPLIES } from '#contract/comments/comments.ts';
import { blockedEither, hiddenAuthors, isHiddenFrom, mutedFor } from './may-see.ts';
import type { ThreadTable } from './threads.ts';

/*
 * How comments and posts are read: threads of two levels that may contain items that are deleted, pending review or
 * hidden from this reader.
 */

/** Who also sees own ones that wait. */
export type ThreadViewer = string | number | null | RawBuilder<string>;
/** A member who blocks or mutes someone. */
type FilteredViewer = number | null;

/** As this reader sees it. */
export interface ReadThreadRow {
  thread_id: number | null;
  reply_count: number;
  deleted_at: Date | null;
  is_blocked: boolean;
  answered_blocked: boolean;
  /** Of the thread's replies, that the reader doesn't see. */
  hidden_replies: number;
}

const TEXT_COLUMNS = { comments: 'text', posts: 'content' };
const OWNER = { comments: 'person', posts: 'author_id' };

const isShown = (row: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${row}.hidden_at`)} is null and ${sql.ref(`${row}.held_at`)} is null
    and ${sql.ref(`${row}.deleted_at`)} is null)`;

const textColumns = (table: ThreadTable, row: string) => ({
  author: sql.ref(`${row}.author_id`),
  text: sql.ref(`${row}.${TEXT_COLUMNS[table]}`),
});

/** A row that is not hidden: it is visible, or a deleted one with visible replies. */
export const isListed = (
  table: ThreadTable,
  viewer: ThreadViewer,
  row: string = table,
): RawBuilder<boolean> =>
  sql<boolean>`((${sql.ref(`${row}.held_at`)} is null or ${sql.ref(`${row}.${OWNER[table]}`)} = ${viewer})
    and (${sql.ref(`${row}.deleted_at`)} is null or ${sql.ref(`${row}.reply_count`)} > 0
      or exists (select from ${sql.table(table)} below where below.reply_to = ${sql.ref(`${row}.id`)} and ${isShown('below')})))`;

export const isUnmuted = (
  table: ThreadTable,
  filteredViewer: FilteredViewer,
  row: string = table,
): RawBuilder<boolean> =>
  filteredViewer === null
    ? sql.lit(true)
    : sql<boolean>`not ${mutedFor(filteredViewer, textColumns(table, row))}`;

/** Neither muted nor blocked. */
export const isOpenTo = (table: ThreadTable, filteredViewer: FilteredViewer): RawBuilder<boolean> =>
  filteredViewer === null
    ? sql.lit(true)
    : sql<boolean>`not ${isHiddenFrom(filteredViewer, textColumns(table, table))}`;

/** In longer threads replies with muted terms are not counted, as each would have to be read. */
const MUTED_COUNTED = 100;

/** How many replies of a thread are hidden from this reader. */
function countHiddenReplies(table: ThreadTable, filteredViewer: number): RawBuilder<number> {
  const replies = sql`from ${sql.table(table)} r where r.thread_id = ${sql.ref(`${table}.id`)} and ${isShown('r')}`;
  const byHidden = sql`r.author_id in ${hiddenAuthors(filteredViewer)}`;
  return sql<number>`((select count(*) ${replies} and ${byHidden})
    + case when ${sql.ref(`${table}.reply_count`)} > ${MUTED_COUNTED} then 0 else
      (select count(*) ${replies} and (${byHidden}) is not true and ${mutedFor(filteredViewer, textColumns(table, 'r'))}) end)::int`;
}

/** Its author and the reader block one another. */
export const isBlocked = (
  table: ThreadTable | 'answered',
  filteredViewer: FilteredViewer,
): RawBuilder<boolean> =>
  filteredViewer === null ? sql.lit(false) : blockedEither(filteredViewer, sql.ref(`${table}.author_id`));

/** Columns of ReadThreadRow, in a statement with the parent aliased as `answered`. */
export function hiddenColumns(table: ThreadTable, filteredViewer: FilteredViewer) {
  return [
    isBlocked(table, filteredViewer).as('is_blocked'),
    isBlocked('answered', filteredViewer).as('answered_blocked'),
    (filteredViewer === null ? sql.lit(0) : countHiddenReplies(table, filteredViewer)).as('hidden_replies'),
  ] as const;
}

/** Ids of the first replies of each of these threads that the reader sees. */
export const firstReplies = (
  table: ThreadTable,
  threads: number[],
  { viewer, filteredViewer }: { viewer: ThreadViewer; filteredViewer: FilteredViewer },
): RawBuilder<number> => sql<number>`(
  select first.id from unnest(${threads}::bigint[]) as thread(id) cross join lateral (
    select r.id from ${sql.table(table)} r where r.thread_id = thread.id and r.hidden_at is null
      and ${isListed(table, viewer, 'r')} and ${isUnmuted(table, filteredViewer, 'r')}
    order by r.id limit ${SHOWN_REPLIES}) first)`;

/** What is shown of it: a deleted or blocked item has no text and no name. */
export function standingOf({ deleted_at: deletedAt, is_blocked: isBlocked, ...row }: ReadThreadRow) {
  const deleted = deletedAt !== null;
  const blocked = !deleted && isBlocked;
  return {
    deleted,
    blocked,
    isWritten: !deleted && !blocked,
    replyCount: row.thread_id === null && !blocked ? row.reply_count - row.hidden_replies : 0,
  };
}
