import { sql, type RawBuilder } from 'kysely';
import { isAdmin, type Role } from '../http/callers/roles.ts';

/**
 * The single definition of who may see what, used by lists, counts, notifications, emails and pushes. `Sql` is a value
 * or an expression such as `sql.ref('comments.author_id')`; a reader or author of null is a guest.
 */
type Sql<T> = T | null | RawBuilder<unknown>;

/** One of them blocks the other, so neither sees the other's content. */
export const blockedEither = (a: Sql<number>, b: Sql<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from blocks where (blocker_id = ${a}::bigint and blocked_id = ${b}::bigint)
    or (blocker_id = ${b}::bigint and blocked_id = ${a}::bigint))`;

/** The reader mutes this person, for themselves alone. */
export const mutedBy = (viewer: Sql<number>, author: Sql<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from mutes where muter_id = ${viewer}::bigint and muted_id = ${author}::bigint)`;

/** A text holds a word that the reader mutes. Who mutes none costs nothing. */
export const containsMutedTerm = (viewer: Sql<number>, text: Sql<string>): RawBuilder<boolean> =>
  sql<boolean>`(case when exists (select from muted_words where user_id = ${viewer}::bigint)
    then (with said as materialized (select word_tokens(${text}) as tokens)
      select exists (select from said, muted_words m where m.user_id = ${viewer}::bigint and strpos(said.tokens, m.tokens) > 0))
    else false end)`;

/** The reader doesn't want to see this: its author is muted, or it holds a muted word. Never of one's own. */
export const mutedFor = (
  viewer: Sql<number>,
  { author, text }: { author: Sql<number>; text: Sql<string> },
): RawBuilder<boolean> =>
  sql<boolean>`(${author}::bigint is distinct from ${viewer}::bigint
    and (${mutedBy(viewer, author)} or ${containsMutedTerm(viewer, text)}))`;

/** Everyone whose content is hidden from the reader. */
export const hiddenAuthors = (viewer: number): RawBuilder<number> =>
  sql<number>`(select blocked_id from blocks where blocker_id = ${viewer}
    union all select blocker_id from blocks where blocked_id = ${viewer}
    union all select muted_id from mutes where muter_id = ${viewer})`;

/** Hidden from this reader, though maybe not from others: its author is blocked either way or muted by the reader. */
export const isHiddenFrom = (
  viewer: Sql<number>,
  { author, text }: { author: Sql<number>; text: Sql<string> },
): RawBuilder<boolean> =>
  sql<boolean>`(${blockedEither(viewer, author)} or ${mutedFor(viewer, { author, text })})`;

/** Who asks for a video; null: a guest. `seesLess`: as that of a session's `User`. */
export type Viewer = { id: number; role: Role; seesLess?: boolean } | null;

/**
 * Whether this viewer may see a video, for the alias of a `videos` row in the statement. The rule itself is `can_see()`
 * in the database (0004_videos.sql). Lists, feeds and search contain public videos (`is_public`) for any viewer.
 */
export const canSee = (viewer: Viewer, videos = 'videos'): RawBuilder<boolean> =>
  canSeeAs({ id: viewer?.id ?? null, admin: isAdmin(viewer) }, videos);

/** Like `canSee`, with the viewer as an expression of the statement. */
export const canSeeAs = (
  { id, admin }: { id: Sql<number>; admin: Sql<boolean> },
  videos = 'videos',
): RawBuilder<boolean> => sql<boolean>`can_see(${sql.ref(videos)}, ${id}::bigint, ${admin}::boolean)`;

export type SeenKind = 'COMMENT' | 'POST' | 'VIDEO' | 'PERSON';

/**
 * Whether the reader (null: a guest) may see this item now: it is public, its author is neither suspended nor blocked
 * either way, and the reader mutes neither the author nor a word in it. A person is visible where neither blocks the
 * other.
 */
export const maySee = (kind: SeenKind, id: Sql<number>, viewer: Sql<number>): RawBuilder<boolean> =>
  maySeeOf(sql`(select * from ${VISIBLE_TABLES[kind](viewer)} seen where id = ${id}::bigint)`, viewer);

/** Like `maySee`, with the kind as an expression: for statements over several kinds. */
export const maySeeAny = (
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  viewer: Sql<number>,
): RawBuilder<boolean> => {
  const each = Object.entries(VISIBLE_TABLES).map(
    ([name, table]) =>
      sql`select * from ${table(viewer)} seen where ${kind} = ${sql.lit(name)} and id = ${id}`,
  );
  return maySeeOf(sql`(${sql.join(each, sql` union all `)})`, viewer);
};

const maySeeOf = (table: RawBuilder<unknown>, viewer: Sql<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${table} thing left join users author on author.id = thing.author_id
    where thing.is_seen and author.suspended_at is null and author.deleted_at is null
      and not ${isHiddenFrom(viewer, { author: sql.ref('thing.author_id'), text: sql.ref('thing.text') })})`;

/** For each kind its id, author, text, and whether the reader can access it. */
const VISIBLE_TABLES: Record<SeenKind, (viewer: Sql<number>) => RawBuilder<unknown>> = {
  COMMENT: (viewer) => sql`(select c.id, c.author_id, c.text,
    c.hidden_at is null and c.deleted_at is null and c.held_at is null
      and v.is_live and can_see(v, ${viewer}::bigint, false) as is_seen
    from comments c join videos v on v.id = c.video_id)`,
  POST: () => sql`(select id, author_id, content as text,
    hidden_at is null and deleted_at is null and held_at is null as is_seen from posts)`,
  VIDEO: (
    viewer,
  ) => sql`(select id, uploader_id as author_id, title || ' ' || coalesce(description, '') as text,
    is_live and can_see(videos, ${viewer}::bigint, false) as is_seen from videos)`,
  PERSON: () => sql`(select id, id as author_id, '' as text, true as is_seen from users)`,
};
