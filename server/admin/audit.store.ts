import { sql } from 'kysely';
import type { AuditEntry } from '#contract/admin/admin.ts';
import { readMessagesIn } from '#contract/text/message.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db } from '#server/app/database/database.ts';

export interface AuditFilter {
  person: string | null;
  thing: string | null;
  from?: string | undefined;
  to?: string | undefined;
}

export const AUDIT_PAGE = 100;

const SUBJECT = sql`case when subject_id ~ '^\\d{1,15}$' then subject_id::bigint end`;
/** How people call what an entry is about. */
const LABEL = sql<string | null>`case subject_type
  when 'video' then (select title from videos where id = ${SUBJECT})
  when 'product' then (select name from products where id = ${SUBJECT})
  when 'user' then (select username from users where id = ${SUBJECT} and deleted_at is null) end`;

/** Newest first. `to` is the last day that counts. */
export async function listAudit(
  db: Db,
  { person, thing: subject, from, to }: AuditFilter,
  cursor: string | undefined,
  size = AUDIT_PAGE,
): Promise<Page<AuditEntry>> {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .select(LABEL.as('label'))
    .orderBy('id', 'desc')
    .limit(size + 1);
  if (person)
    query = query.where(({ eb, fn, val }) =>
      eb(fn<string>('lower', ['actor_name']), '=', fn<string>('lower', [val(person)])),
    );
  if (subject) {
    const [, kind = '', id] = /^(.+?)(?:[\s#]+([\w-]*\d[\w-]*))?$/.exec(subject) ?? [];
    query = query.where('subject_type', '=', kind.toLowerCase());
    if (id) query = query.where('subject_id', '=', id);
  }
  if (from) query = query.where('created_at', '>=', ({ cast, val }) => cast<Date>(val(from), 'date'));
  if (to)
    query = query.where(({ eb, cast, ref, val }) =>
      eb(cast<Date>(ref('created_at'), 'date'), '<=', cast<Date>(val(to), 'date')),
    );
  if (cursor) query = query.where('id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), size, (row) => [row.id]).map((row) => ({
    id: row.id,
    actor: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    label: row.label,
    before: readMessagesIn(row.before) ?? null,
    after: readMessagesIn(row.after) ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}
