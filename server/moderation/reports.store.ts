import { sql } from 'kysely';
import type { ReportedThing, SubjectType } from '#contract/moderation.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

const MAX_REPORTS = 200;

/** What stands behind a report, whatever its kind. `held` things wait unseen. */
export interface Subject {
  excerpt: string;
  videoId: number | null;
  authorId: number | null;
  authorUsername: string | null;
  isGuest: boolean;
  held: boolean;
}

/** Notes a report; the same person's second one of the same thing changes nothing while the first waits. */
export async function addReport(
  db: DbOrTrx,
  report: { subjectType: SubjectType; subjectId: number; reporter: string | null; reason: string },
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      subject_type: report.subjectType,
      subject_id: report.subjectId,
      reporter: report.reporter,
      reason: report.reason,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

const VIDEOS = sql`select 'VIDEO' as type, v.id, v.title as excerpt, v.id as video_id, v.uploader_id as author_id, null::text as guest_name, false as held
    from videos v`;
const SUBJECTS: Record<SubjectType, ReturnType<typeof sql>> = {
  VIDEO: sql`${VIDEOS} where v.is_public`,
  COMMENT: sql`select 'COMMENT' as type, c.id, c.text as excerpt, c.video_id, c.author_id, c.guest_name, c.held_at is not null as held
    from comments c where c.deleted_at is null and c.hidden_at is null`,
  POST: sql`select 'POST' as type, p.id, p.content as excerpt, null::bigint as video_id, p.author_id, null::text as guest_name, p.held_at is not null as held
    from posts p where p.deleted_at is null and p.hidden_at is null`,
};

/** Whether everybody can see it: not hidden, held or archived, and no comment of a video that is not public. */
export async function isPublicSubject(db: Db, type: SubjectType, id: number): Promise<boolean> {
  const subject = await findSubject(db, type, id);
  if (!subject || subject.held) return false;
  if (type !== 'COMMENT' || subject.videoId === null) return true;
  return (await findSubject(db, 'VIDEO', subject.videoId)) !== null;
}

interface SubjectRow {
  excerpt: string;
  video_id: number | null;
  author_id: number | null;
  guest_name: string | null;
  username: string | null;
  held: boolean;
}

const toSubject = (row: SubjectRow): Subject => ({
  excerpt:
    row.excerpt.length > 300 ? `${row.excerpt.slice(0, 300).replace(/[\uD800-\uDBFF]$/, '')}…` : row.excerpt,
  videoId: row.video_id,
  authorId: row.author_id,
  authorUsername: row.username ?? row.guest_name,
  isGuest: row.guest_name !== null,
  held: row.held,
});

/** Null: it isn't there (any more). `archived`: also a video that is not public. */
export async function findSubject(
  db: DbOrTrx,
  type: SubjectType,
  id: number,
  { archived = false }: { archived?: boolean } = {},
): Promise<Subject | null> {
  const among = type === 'VIDEO' && archived ? VIDEOS : SUBJECTS[type];
  const { rows } =
    await sql<SubjectRow>`select s.*, u.username from (${among}) s left join users u on u.id = s.author_id where s.id = ${id}`.execute(
      db,
    );
  return rows[0] ? toSubject(rows[0]) : null;
}

/** Things with reports that wait, those reported first on top. */
export async function listReported(db: Db): Promise<ReportedThing[]> {
  const { rows } = await sql<
    SubjectRow & {
      subject_type: SubjectType;
      subject_id: number;
      reasons: string[];
      count: number;
      first: Date;
    }
  >`
    with waiting as (
      select subject_type, subject_id, count(*)::int as count, min(created_at) as first,
        (array_agg(distinct reason))[1:20] as reasons
      from reports where closed_at is null group by 1, 2
    ), things as (${SUBJECTS.VIDEO} union all ${SUBJECTS.COMMENT} union all ${SUBJECTS.POST})
    select w.*, t.excerpt, t.video_id, t.author_id, t.guest_name, t.held, u.username
    from waiting w join things t on t.type = w.subject_type and t.id = w.subject_id left join users u on u.id = t.author_id
    order by w.first, w.subject_type, w.subject_id limit ${MAX_REPORTS}`.execute(db);
  return rows.map((row) => {
    const { authorId: _, ...subject } = toSubject(row);
    return {
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      reasons: row.reasons,
      count: row.count,
      firstReportedAt: row.first.toISOString(),
      ...subject,
    };
  });
}

/** Gives how many waited. */
export async function closeReports(
  trx: DbOrTrx,
  type: SubjectType,
  id: number,
  actId: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ closed_at: sql<Date>`now()`, closed_by_act: actId })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Those an act closed wait again; whoever reported anew meanwhile keeps the newer one. */
export async function reopenReports(trx: DbOrTrx, actId: number): Promise<void> {
  await sql`update reports r set closed_at = null, closed_by_act = null where closed_by_act = ${actId} and not exists (
    select 1 from reports o where o.subject_type = r.subject_type and o.subject_id = r.subject_id
      and coalesce(o.reporter, '') = coalesce(r.reporter, '') and o.closed_at is null)`.execute(trx);
}
