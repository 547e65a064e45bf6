import { sql } from 'kysely';
import {
  UNDO_DAYS,
  type ModerationAct,
  type ModerationAction,
  type SubjectType,
} from '#contract/moderation/moderation.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { daysAgo, NOW } from '#server/app/database/expressions.ts';
import { allSubjects, type ModeratedSubjects } from './subjects.store.ts';

export interface Act {
  id: number;
  action: ModerationAction;
  subject_type: SubjectType;
  subject_id: number;
  author_id: number | null;
  was_held: boolean;
  hid: boolean;
  /** It was this act that suspended the author. */
  suspended: boolean;
}

export async function addAct(trx: DbOrTrx, act: Omit<Act, 'id'> & { actor_id: number }): Promise<number> {
  const { id } = await trx
    .insertInto('moderation_acts')
    .values(act)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Acts of the last 30 days, newest first. */
export async function listActs(db: Db, subjects: ModeratedSubjects): Promise<ModerationAct[]> {
  const { rows } = await sql<
    Act & {
      actor: string | null;
      excerpt: string | null;
      video_id: number | null;
      author: string | null;
      created_at: Date;
      undone_at: Date | null;
    }
  >`
    select a.*, actor.username as actor, author.username as author,
      left(t.excerpt, 200) as excerpt, t.video_id
    from moderation_acts a
    left join users actor on actor.id = a.actor_id left join users author on author.id = a.author_id
    left join lateral (
      select s.excerpt, s.video_id from (${allSubjects(subjects)}) s where s.type = a.subject_type and s.id = a.subject_id
    ) t on true
    where a.created_at > now() - make_interval(days => ${UNDO_DAYS}) order by a.id desc limit 200`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    actor: row.actor,
    excerpt: row.excerpt,
    videoId: row.video_id,
    authorUsername: row.author,
    createdAt: row.created_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoable: row.undone_at === null,
  }));
}

/** Marks an act as undone, once and within its 30 days. */
export async function markUndone(trx: DbOrTrx, id: number): Promise<Act | 'unknown' | 'too-late'> {
  const act = await trx
    .updateTable('moderation_acts')
    .set({ undone_at: NOW })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('created_at', '>', daysAgo(UNDO_DAYS))
    .returning(['id', 'action', 'subject_type', 'subject_id', 'author_id', 'was_held', 'hid', 'suspended'])
    .executeTakeFirst();
  if (act) return act;
  const known = await trx.selectFrom('moderation_acts').select('id').where('id', '=', id).executeTakeFirst();
  return known ? 'too-late' : 'unknown';
}
