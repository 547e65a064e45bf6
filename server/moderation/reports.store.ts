import { readMessage, type Stored, type StoredMessage } from '#contract/text/message.ts';
import { sql } from 'kysely';
import type {
  CopyrightContact,
  ReportCategory,
  ReportedThingAnswer,
  SubjectType,
} from '#contract/moderation/moderation.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { allSubjects, toSubject, type ModeratedSubjects, type SubjectRow } from './subjects.store.ts';

const REPORTS_PAGE = 200;

/** Stores a report; a repeated one by the same user changes nothing while the first is open, unless it claims a copyright. */
export async function addReport(
  db: DbOrTrx,
  report: {
    subjectType: SubjectType;
    subjectId: number;
    reporter: string | null;
    reason: StoredMessage;
    category?: ReportCategory;
    contact?: CopyrightContact | null;
  },
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      subject_type: report.subjectType,
      subject_id: report.subjectId,
      reporter: report.reporter,
      reason: report.reason.json,
      category: report.category ?? 'OTHER',
      contact: report.contact ? JSON.stringify(report.contact) : null,
    })
    .onConflict((on) =>
      on
        .expression(sql`subject_type, subject_id, coalesce(reporter, '')`)
        .where('closed_at', 'is', null)
        .doUpdateSet(({ ref }) => ({
          reason: ref('excluded.reason'),
          category: ref('excluded.category'),
          contact: ref('excluded.contact'),
        }))
        .where('reports.category', '=', 'OTHER')
        .where('excluded.category', '=', 'COPYRIGHT'),
    )
    .execute();
}

/** Items with open reports, the oldest report first. */
export async function listReported(
  db: Db,
  subjects: ModeratedSubjects,
  {
    category,
    cursor,
    limit = REPORTS_PAGE,
  }: { category?: ReportCategory | undefined; cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<Page<ReportedThingAnswer>> {
  const size = Math.min(limit, REPORTS_PAGE);
  const [first, type, id] = cursor ? readCursor(cursor, 'tsn') : [];
  const after = cursor
    ? sql`where (w.first, w.subject_type, w.subject_id) > (${first}::timestamptz, ${type}, ${id}::bigint)`
    : sql``;
  const { rows } = await sql<
    Omit<SubjectRow, 'is_public' | 'is_for_members' | 'is_reviewable' | 'is_away'> & {
      username: string | null;
      subject_type: SubjectType;
      subject_id: number;
      pending_for: Stored[] | null;
      reasons: Stored[] | null;
      category: ReportCategory;
      contacts: CopyrightContact[] | null;
      count: number;
      first: Date;
      first_exactly: string;
    }
  >`
    with waiting as (
      select subject_type, subject_id, count(*)::int as count, min(created_at) as first,
        (array_agg(distinct reason) filter (where reporter is null))[1:20] as pending_for,
        (array_agg(distinct reason) filter (where reporter is not null))[1:20] as reasons,
        min(category) as category, (jsonb_agg(distinct contact) filter (where contact is not null)) as contacts
      from reports where closed_at is null group by 1, 2
      having ${category ?? null}::text is null or min(category) = ${category ?? null}
    )
    select w.*, w.first::text as first_exactly, t.id, t.excerpt, t.video_id, t.author_id, t.guest_name, t.held, t.picture_key, u.username
    from waiting w
    -- lateral: a few things are looked up by their ids, instead of reading all there are
    cross join lateral (
      select * from (${allSubjects(subjects)}) s where s.type = w.subject_type and s.id = w.subject_id and s.is_reviewable
    ) t left join users u on u.id = t.author_id
    ${after} order by w.first, w.subject_type, w.subject_id limit ${size + 1}`.execute(db);
  return pageOf(rows, size, (row) => [row.first_exactly, row.subject_type, row.subject_id]).map((row) => {
    const { authorId: _, ...subject } = toSubject(row);
    return {
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      reasons: [...(row.pending_for ?? []), ...(row.reasons ?? [])].slice(0, 20).map(readMessage),
      category: row.category,
      contacts: row.contacts ?? [],
      count: row.count,
      firstReportedAt: row.first.toISOString(),
      ...subject,
    };
  });
}

/** The text of the first open copyright report, or null. */
export async function findClaim(trx: DbOrTrx, type: SubjectType, id: number): Promise<StoredMessage | null> {
  const row = await trx
    .selectFrom('reports')
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .where('category', '=', 'COPYRIGHT')
    .orderBy('id')
    .limit(1)
    .select('reason')
    .executeTakeFirst();
  return row ? readMessage(row.reason) : null;
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
    .set({ closed_at: NOW, closed_by_act: actId })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Reopens the reports that an act closed; if the user has reported again since, the newer one stays. */
export async function reopenReports(trx: DbOrTrx, actId: number): Promise<void> {
  await sql`update reports r set closed_at = null, closed_by_act = null where closed_by_act = ${actId} and not exists (
    select 1 from reports o where o.subject_type = r.subject_type and o.subject_id = r.subject_id
      and coalesce(o.reporter, '') = coalesce(r.reporter, '') and o.closed_at is null)`.execute(trx);
}
