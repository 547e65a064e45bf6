import { sql, type Transaction } from 'kysely';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import type { Content } from './sample.content.ts';

/* Fills an empty site; this one store writes other slices' tables, because it fabricates a history: views and
   likes without visits, comments on videos that are still being processed. */
type SampleVideo = Content['videos'][number];
type External = Content['external'][number];

const FACT = 'sample-content';

/** Marks the sample as requested; false: it was before, or there are videos already. */
export async function claimSample(trx: DbOrTrx): Promise<boolean> {
  const { rows } = await sql`
    insert into site_facts (name, value) select ${FACT}, '"wanted"'::jsonb where not exists (select from videos)
    on conflict (name) do nothing returning name`.execute(trx);
  return rows.length > 0;
}

export async function findPerson(db: DbOrTrx, username: string): Promise<number | null> {
  return (
    (
      await db
        .selectFrom('users')
        .where(sql`lower(username)`, '=', username.toLowerCase())
        .select('id')
        .executeTakeFirst()
    )?.id ?? null
  );
}

export async function findUpload(db: Db, uploaderId: number, title: string): Promise<number | null> {
  const found = await db
    .selectFrom('videos')
    .where('uploader_id', '=', uploaderId)
    .where('title', '=', title)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

export async function findExternal(db: Db, sourceId: string): Promise<number | null> {
  const found = await db
    .selectFrom('videos')
    .where('source', '=', 'YOUTUBE')
    .where('source_id', '=', sourceId)
    .select('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Backdates a sample person's sign-up. */
export async function setJoined(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('users').set({ created_at: at }).where('id', '=', id).execute();
}

/** An item that has been waiting since `at`. */
export async function addWaiting(trx: Transaction<Database>, id: number, at: Date): Promise<void> {
  await trx.updateTable('videos').set({ created_at: at, submitted_at: at }).where('id', '=', id).execute();
}

/** Approves an item as of `at`, with the views it has had. */
export async function approveUpload(
  trx: Transaction<Database>,
  id: number,
  video: SampleVideo,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('videos')
    .set({
      status: 'APPROVED',
      approved_at: at,
      created_at: at,
      submitted_at: at,
      reviewed_at: at,
      is_featured: video.featured,
      is_trending: video.trending,
      view_count: video.views,
    })
    .where('id', '=', id)
    .execute();
  await spreadViews(trx, id, video.views, at);
}

/** Spreads the views over days, most at first and fewer at the start of a week, for the overview's chart. */
async function spreadViews(
  trx: Transaction<Database>,
  id: number,
  views: number,
  since: Date,
): Promise<void> {
  await sql`
    with shares as (
      select day::date as day, (4 + extract(dow from day)) / (3 + extract(day from day - date_trunc('day', ${since}::timestamptz))) as share
      from generate_series(greatest(${since}::timestamptz, now() - interval '29 days'), now(), interval '1 day') as days(day)
    ), added as (
      insert into video_days (video_id, day, views)
      select ${id}, day, floor(${views} * share / sum(share) over ())::int from shares
      on conflict do nothing returning day, views
    )
    insert into site_days (day, views) select day, views from added
    on conflict (day) do update set views = site_days.views + excluded.views`.execute(trx);
}

export async function insertExternal(
  db: Db,
  item: External,
  { at, rev }: { at: Date; rev: string },
): Promise<number> {
  const { id } = await db
    .insertInto('videos')
    .values({
      origin: 'IMPORT',
      title: item.title,
      description: item.description,
      category: item.category,
      status: 'APPROVED',
      approved_at: at,
      created_at: at,
      source: 'YOUTUBE',
      source_id: item.sourceId,
      external_url: `https://www.youtube.com/watch?v=${item.sourceId}`,
      external_creator: item.creator,
      external_views: item.views,
      external_likes: item.likes,
      external_refreshed_at: at,
      duration_ms: item.durationSec * 1000,
      is_trending: item.trending,
      media_rev: rev,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function showExternal(
  db: Db,
  id: number,
  poster: { poster_key: string; placeholder: string },
): Promise<void> {
  await db
    .updateTable('videos')
    .set({ ...poster, processing: 'READY', processing_percent: 100 })
    .where('id', '=', id)
    .execute();
}

/** So many likes: of these people first, then of visitors who were never here. */
export const likers = (people: number[], likes: number) =>
  sql`select 'u' || person from unnest(${people.slice(0, likes)}::bigint[]) as person
    union all select 'vsample-' || visitor from generate_series(1, ${Math.max(0, likes - people.length)}::int) as visitor`;

export async function addLikes(
  trx: Transaction<Database>,
  videoId: number,
  people: number[],
  likes: number,
): Promise<void> {
  await sql`insert into video_likes (video_id, person) select ${videoId}, person
    from (${likers(people, likes)}) as liked(person)`.execute(trx);
  await trx.updateTable('videos').set({ like_count: likes }).where('id', '=', videoId).execute();
}

export async function addComment(
  trx: Transaction<Database>,
  videoId: number,
  comment: {
    authorId: number | null;
    guestName: string | null;
    text: string;
    at: Date;
    likedBy: number[];
    likes: number;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('comments')
    .values({
      video_id: videoId,
      author_id: comment.authorId,
      guest_name: comment.guestName,
      person: comment.authorId === null ? 'vsample' : `u${comment.authorId}`,
      text: comment.text,
      created_at: comment.at,
      like_count: comment.likes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into comment_likes (comment_id, person) select ${id}, person
    from (${likers(comment.likedBy, comment.likes)}) as liked(person)`.execute(trx);
  await trx
    .updateTable('videos')
    .set((set) => ({ comment_count: set('comment_count', '+', 1) }))
    .where('id', '=', videoId)
    .execute();
  return id;
}
