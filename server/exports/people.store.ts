import { z } from 'zod';
import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Db } from '#server/app/database/database.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

type People = Pick<ExportDocument, 'follows' | 'blocks' | 'mutes' | 'mutedWords' | 'mentions'>;

const Followed = z.object({
  kind: z.enum(['creator', 'category', 'tag']),
  name: z.string(),
  created_at: z.date(),
});
const Mentioned = z.object({ kind: z.enum(['comment', 'post']), id: z.number(), username: z.string() });

const date = <T extends { created_at: Date }>({ created_at: at, ...row }: T) => ({
  ...row,
  createdAt: at.toISOString(),
});

/** A person's relations to others: follows, blocks, mutes and mentions. */
export async function readPeople(db: Db, userId: number): Promise<People> {
  const follows = await sqlRows(Followed)`
    select 'creator' as kind, u.username as name, f.created_at from follows f join users u on u.id = f.creator_id
    where f.follower_id = ${userId}
    union all select 'category', category, created_at from category_follows where follower_id = ${userId}
    union all select 'tag', tag, created_at from tag_follows where follower_id = ${userId}
    order by created_at`.execute(db);
  const blocks = await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .where('blocks.blocker_id', '=', userId)
    .select(['users.username', 'blocks.created_at'])
    .orderBy('blocks.created_at')
    .execute();
  const mutes = await db
    .selectFrom('mutes')
    .innerJoin('users', 'users.id', 'mutes.muted_id')
    .where('mutes.muter_id', '=', userId)
    .select(['users.username', 'mutes.created_at'])
    .orderBy('mutes.created_at')
    .execute();
  const mutedWords = await db
    .selectFrom('muted_words')
    .where('user_id', '=', userId)
    .select(['word', 'created_at'])
    .orderBy('word')
    .execute();
  const mentions = await sqlRows(Mentioned)`
    select 'comment' as kind, c.id, u.username from mentions m join comments c on c.id = m.comment_id
      join users u on u.id = m.user_id where c.author_id = ${userId} and c.deleted_at is null
    union all
    select 'post', p.id, u.username from mentions m join posts p on p.id = m.post_id
      join users u on u.id = m.user_id where p.author_id = ${userId} and p.deleted_at is null
    order by kind, id, username`.execute(db);
  return {
    follows: follows.map(date),
    blocks: blocks.map(date),
    mutes: mutes.map(date),
    mutedWords: mutedWords.map(date),
    mentions,
  };
}
