import { expressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { DB } from '#server/app/database/database.types.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import { mentionsIn, namesIn, withNewNames, type Mention, type StoredMention } from './mentions.rules.ts';
import { sqlBooleans, sqlRows } from '#server/app/database/read-rows.ts';

/** More names than this in one text are not looked up. */
const MAX_NAMES = 100;

const Named = z.object({ id: z.number(), name: z.string() });

/**
 * The users mentioned in a text, without those who are suspended, or blocked by or blocking its author.
 * Former names still resolve.
 */
export async function findMentioned(db: DbOrTrx, text: string, authorId: number | null): Promise<Mention[]> {
  const names = namesIn(text).slice(0, MAX_NAMES);
  if (names.length === 0) return [];
  const rows = await sqlRows(Named)`
    with named as (
      select lower(username) as name, id from users where lower(username) = any(${names}::text[])
      union all
      select lower(name), user_id from former_names where lower(name) = any(${names}::text[]) and held_until > now()
    )
    select u.id, named.name from named join users u on u.id = named.id
    where u.suspended_at is null and u.deleted_at is null and not ${blockedEither(authorId, sql.ref('u.id'))}`.execute(
    db,
  );
  return mentionsIn(text, new Map(rows.map(({ id, name }) => [name, id])));
}

/** The subject that contains the mentions. */
export type MentioningSubject = { comment: number } | { post: number };

/** Replaces the stored mentions of a text. */
export async function writeMentions(
  trx: Trx,
  subject: MentioningSubject,
  mentions: Mention[],
): Promise<void> {
  const [column, id] = 'comment' in subject ? ['comment_id', subject.comment] : ['post_id', subject.post];
  const names = mentions.map(({ name }) => name);
  await sql`delete from mentions where ${sql.ref(column)} = ${id} and lower(name) <> all(${names}::text[])`.execute(
    trx,
  );
  if (mentions.length === 0) return;
  await sql`
    insert into mentions (${sql.ref(column)}, user_id, name)
    select ${id}::bigint, u.id, m.name
    from unnest(${mentions.map(({ userId }) => userId)}::bigint[], ${names}::text[]) as m(user_id, name)
    join users u on u.id = m.user_id
    on conflict do nothing`.execute(trx);
}

/** The mentions of a row of `comments` or `posts`: those who have a page. */
export const mentionsOf = (subject: 'comments' | 'posts') =>
  jsonArrayFrom(
    expressionBuilder<DB, 'comments' | 'posts'>()
      .selectFrom('mentions as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.name', 'u.username'])
      .$if(subject === 'comments', (all) => all.whereRef('m.comment_id', '=', 'comments.id'))
      .$if(subject === 'posts', (all) => all.whereRef('m.post_id', '=', 'posts.id'))
      .where('u.suspended_at', 'is', null)
      .where('u.deleted_at', 'is', null)
      .orderBy('m.id'),
  );

/** A text and its mentions, with current names. */
export const showMentions = (
  text: string,
  mentions: StoredMention[],
): { text: string; mentions: string[] } => ({
  text: withNewNames(text, mentions),
  mentions: [...new Set(mentions.map(({ username }) => username))],
});

export type { Mention, StoredMention };

interface Writing {
  /** 'u<id>' or 'v<visitor>'. */
  person: string;
  authorId: number | null;
  /** The video that is commented on, and what is answered. */
  videoId?: number;
  replyTo: number | null;
}

/**
 * Whether it mentions a user unrelated to the author: not in the thread, not the video's creator, not a
 * follower of the author, and not mentioned in the author's visible texts before.
 */
export async function mentionsStranger(
  db: DbOrTrx,
  mentions: Mention[],
  { person, authorId, videoId, replyTo }: Writing,
): Promise<boolean> {
  if (mentions.length === 0) return false;
  const table = sql.table(videoId === undefined ? 'posts' : 'comments');
  const seen = sql`t.hidden_at is null and t.deleted_at is null and t.held_at is null`;
  const [found] = await sqlBooleans`
    with thread as (select coalesce(thread_id, id) as id from ${table} where id = ${replyTo})
    select exists (
      select from unnest(${mentions.map(({ userId }) => userId)}::bigint[]) as who(id)
      where who.id is distinct from ${authorId}::bigint
        and not exists (select from ${table} t, thread
          where (t.id = thread.id or t.thread_id = thread.id) and t.author_id = who.id and ${seen})
        and not exists (select from videos v where v.id = ${videoId ?? null}::bigint and v.uploader_id = who.id)
        and not exists (select from follows f where f.follower_id = who.id and f.creator_id = ${authorId}::bigint)
        and not exists (select from mentions m join comments t on t.id = m.comment_id
          where m.user_id = who.id and t.person = ${person} and ${seen})
        and not exists (select from mentions m join posts t on t.id = m.post_id
          where m.user_id = who.id and t.author_id = ${authorId}::bigint and ${seen})
    ) as found`.execute(db);
  return found === true;
}
