import { sql, type RawBuilder } from 'kysely';
import type { LikeState } from '#contract/videos/videos.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

/**
 * Where likes of one kind of item are stored: a row per person in `likes`, under `key`; counted in
 * `things.like_count`.
 */
interface LikeTables {
  likes: 'video_likes' | 'comment_likes' | 'post_likes';
  key: 'video_id' | 'comment_id' | 'post_id';
  table: 'videos' | 'comments' | 'posts';
  tag: CacheTag;
}

/** In the order of merging: two concurrent sign-ins of one visitor then wait for each other. */
export const LIKE_TABLES = {
  VIDEO: { likes: 'video_likes', key: 'video_id', table: 'videos', tag: 'counts' },
  COMMENT: { likes: 'comment_likes', key: 'comment_id', table: 'comments', tag: 'comments' },
  POST: { likes: 'post_likes', key: 'post_id', table: 'posts', tag: 'community' },
} as const satisfies Record<string, LikeTables>;
const TABLES: LikeTables[] = Object.values(LIKE_TABLES);

/** What can be liked; a comment by the video that it is on. */
export type Likeable =
  | { type: 'VIDEO'; id: number }
  | { type: 'COMMENT'; id: number; videoId: number }
  | { type: 'POST'; id: number };

const MAX_LIKED = 2000;

const NOT_AWAY = sql`hidden_at is null and deleted_at is null and held_at is null`;

const canBeLiked = (subject: Likeable, viewer: Viewer): RawBuilder<unknown> => {
  if (subject.type === 'VIDEO') return sql`is_live and ${canSee(viewer)}`;
  if (subject.type === 'POST') return NOT_AWAY;
  return sql`${NOT_AWAY} and exists (select from videos where videos.id = comments.video_id
    and videos.id = ${subject.videoId} and is_live and ${canSee(viewer)})`;
};

/** Likes or unlikes: one statement, one locked row per person. Null: it doesn't exist for the viewer. */
export async function toggleLike(
  trx: Trx,
  subject: Likeable,
  { person, viewer }: { person: string; viewer: Viewer },
): Promise<LikeState | null> {
  const tables = LIKE_TABLES[subject.type];
  const [likes, key, table] = [sql.table(tables.likes), sql.ref(tables.key), sql.table(tables.table)];
  const shownLikes =
    subject.type === 'VIDEO' ? sql`like_count + coalesce(external_likes, 0)` : sql`like_count`;
  const { rows } = await sql<LikeState>`
    with toggled as (
      insert into ${likes} as l (${key}, person)
      select id, ${person} from ${table} where id = ${subject.id} and ${canBeLiked(subject, viewer)}
      on conflict (${key}, person) do update set liked = not l.liked, changed_at = now()
      returning liked
    )
    update ${table} as t set like_count = like_count + case when toggled.liked then 1 else -1 end
    from toggled where t.id = ${subject.id}
    returning ${shownLikes} as likes, toggled.liked`.execute(trx);
  return rows[0] ?? null;
}

/** Ids of what a person currently likes, latest first. */
export async function listLiked(db: Db, person: string): Promise<Record<LikeTables['table'], number[]>> {
  const listIn = async ({ table, likes, key }: LikeTables) => {
    const ids = await sqlNumbers`
      select ${sql.ref(key)} as id from ${sql.table(likes)} where person = ${person} and liked
      order by changed_at desc limit ${MAX_LIKED}`.execute(db);
    return [table, ids] as const;
  };
  return {
    videos: [],
    comments: [],
    posts: [],
    ...Object.fromEntries(await Promise.all(TABLES.map(listIn))),
  };
}

/** A visitor's likes join the account; a like of both becomes one. */
export const joinLikes: JoinVisitor = async (trx, joining) => {
  const changed: CacheTag[] = [];
  for (const tables of TABLES) if (await joinLikesOf(trx, tables, joining)) changed.push(tables.tag);
  return changed;
};

/** Where both liked an item, its counter loses one. Returns whether a counter changed. */
async function joinLikesOf(
  trx: Trx,
  tables: LikeTables,
  { visitor, person }: { visitor: string; person: string },
): Promise<boolean> {
  const [likes, key, table] = [sql.table(tables.likes), sql.ref(tables.key), sql.table(tables.table)];
  const { rows } = await sql`
    with gone as (delete from ${likes} where person = ${visitor} and liked returning ${key} as id, changed_at),
    moved as (
      insert into ${likes} as l (${key}, person, changed_at) select id, ${person}, changed_at from gone
      on conflict (${key}, person) do update set liked = true, changed_at = excluded.changed_at where not l.liked
      returning ${key} as id
    ),
    twice as (select id from ${table} where id in (select id from gone except select id from moved) order by id for update),
    counted as (update ${table} as t set like_count = like_count - 1 from twice where t.id = twice.id returning t.id)
    select id from counted limit 1`.execute(trx);
  return rows.length > 0;
}
