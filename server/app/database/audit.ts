import { StoredMessage } from '#contract/text/message.ts';
import type { DbOrTrx } from './database.ts';
import type { User } from '../http/callers/sessions.ts';

/** As JSON, its messages as codes: each admin reads them in their language. */
const toStored = (part: unknown): string | null =>
  part === undefined
    ? null
    : JSON.stringify(part, (_key, value: unknown) => (value instanceof StoredMessage ? value.stored : value));

/** Logs who did what to which item, in the same transaction. `actor` null: the system itself. */
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
      before: toStored(entry.before),
      after: toStored(entry.after),
    })
    .execute();
}
