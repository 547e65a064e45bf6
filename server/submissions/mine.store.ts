import { sql, type RawBuilder } from 'kysely';
import type { MineQuery } from '#contract/submissions/mine.ts';
import type { SubmissionAnswer } from '#contract/submissions/submissions.ts';
import type { Db } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { selectSubmissions, toSubmission } from './submissions.rows.ts';

/** Above anyone's number, for requests without a page. */
const MAX_MINE = 1200;

interface Order {
  key: RawBuilder<string | number>;
  /** Of the key in a cursor. */
  kind: 'n' | 's' | 't';
  type: RawBuilder<unknown>;
  isDescending: boolean;
}

const CREATED: Omit<Order, 'isDescending'> = {
  key: sql<string>`videos.created_at::text`,
  kind: 't',
  type: sql`timestamptz`,
};
const count = (column: string): Order => ({
  key: sql<number>`${sql.ref(column)}`,
  kind: 'n',
  type: sql`bigint`,
  isDescending: true,
});
const ORDERS: Record<NonNullable<MineQuery['sort']>, Order> = {
  new: { ...CREATED, isDescending: true },
  old: { ...CREATED, isDescending: false },
  views: count('videos.view_count'),
  likes: count('videos.like_count'),
  comments: count('videos.comment_count'),
  title: { key: sql<string>`left(lower(videos.title), 24)`, kind: 's', type: sql`text`, isDescending: false },
};

/** One's own uploads; archived ones too, so that nothing vanishes without a word. */
export async function listMine(
  db: Db,
  signedUrls: SignedUrls,
  userId: number,
  { q, visibility, status, sort = 'new', cursor, limit = MAX_MINE }: MineQuery,
): Promise<Page<SubmissionAnswer>> {
  const size = Math.min(limit, MAX_MINE);
  const { key, kind, type, isDescending } = ORDERS[sort];
  const direction = isDescending ? 'desc' : 'asc';
  let query = selectSubmissions(db)
    .where('videos.uploader_id', '=', userId)
    .select(key.as('sort_key'))
    .orderBy(sql`${key}::${type}`, direction)
    .orderBy('videos.id', direction)
    .limit(size + 1);
  for (const word of (q ?? '').split(/\s+/).filter(Boolean))
    query = query.where(
      sql<boolean>`strpos(word_tokens(concat_ws(' ', videos.title, videos.description, videos.category)), btrim(word_tokens(${word}))) > 0`,
    );
  if (visibility) query = query.where('videos.visibility', '=', visibility);
  if (status) query = query.where('videos.status', '=', status);
  if (cursor) {
    const [after, id] = readCursor(cursor, `${kind}n`);
    const is = sql.raw(isDescending ? '<' : '>');
    query = query.where(sql<boolean>`(${key}::${type}, videos.id) ${is} (${after}::${type}, ${id}::bigint)`);
  }
  const rows = await query.execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) =>
    toSubmission(row, signedUrls, null),
  );
}
