import type { DbOrTrx } from './database.ts';
import type { User } from '../http/callers/sessions.ts';

/** Notes who did what to which thing, in the transaction that does it. `actor` null: the system itself. */
export async function audit(
  trx: DbOrTrx,
  actor: Pick<User, 'id' | 'username'> | null,
  entry: {
    action: string;
    subjectType: string;
    subjectId: number | string | null;
    before?: unknown;
    after?: unknown;
  },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      actor_id: actor?.id ?? null,
      actor_name: actor?.username ?? 'system',
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId === null ? null : String(entry.subjectId),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}
