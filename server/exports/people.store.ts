import { sql } from 'kysely';
import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Db } from '#server/app/database/database.ts';

type People = Pick<ExportDocument, 'follows' | 'blocks' | 'mutes' | 'mutedWords' | 'mentions'>;
type Dated<T> = Omit<T, 'createdAt'> & { created_at: Date };

const date = <T extends { created_at: Date }>({ created_at: at, ...row }: T) => ({
  ...row,
  createdAt: at.toISOString(),
});

/** What somebody has to do with others: whom they follow, block, mute and mention. */
export async function readPeople(db: Db, userId: number): Promise<People> {
  const follows = await sql<Dated<People['follows'][number]>>`
    select 'creator' as kind, u.username as name, f.created_at from follows f join users u on u.id = f.creator_id
    where f.follower_id = ${userId}
    union all select 'category', category, created_at from category_follows where follower_id = ${userId}
    order by created_at`.execute(db);
  const blocks = await sql<Dated<People['blocks'][number]>>`
    select u.username, b.created_at from blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${userId} order by b.created_at`.execute(db);
  const mutes = await sql<Dated<People['mutes'][number]>>`
    select u.username, m.created_at from mutes m join users u on u.id = m.muted_id
    where m.muter_id = ${userId} order by m.created_at`.execute(db);
  const words = await sql<Dated<People['mutedWords'][number]>>`
    select word, created_at from muted_words where user_id = ${userId} order by word`.execute(db);
  const mentions = await sql<People['mentions'][number]>`
    select 'comment' as kind, c.id, u.username from mentions m join comments c on c.id = m.comment_id
      join users u on u.id = m.user_id where c.author_id = ${userId} and c.deleted_at is null
    union all
    select 'post', p.id, u.username from mentions m join posts p on p.id = m.post_id
      join users u on u.id = m.user_id where p.author_id = ${userId} and p.deleted_at is null
    order by kind, id, username`.execute(db);
  return {
    follows: follows.rows.map(date),
    blocks: blocks.rows.map(date),
    mutes: mutes.rows.map(date),
    mutedWords: words.rows.map(date),
    mentions: mentions.rows,
  };
}
