import type { BodyOf } from '#contract/endpoint.ts';
import type { moderation } from '#contract/moderation/moderation.ts';
import { verbatim } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { subjectNotFound } from './moderate.actions.ts';
import { addReport } from './reports.store.ts';
import { findSubject, type ModeratedSubject } from './subjects.store.ts';

/** Reports what this person can see, and notifies the admins. Throws 404. */
export async function report(
  ctx: Context,
  of: ModeratedSubject,
  { subjectId, reason, category, contact }: BodyOf<typeof moderation.report>,
  { person, isMember }: { person: string; isMember: boolean },
): Promise<void> {
  const subject = await findSubject(ctx.db, of, subjectId);
  if (!subject?.isPublic || (subject.isForMembers && !isMember)) throw subjectNotFound();
  await transact(ctx.db, async (trx) => {
    await addReport(trx, {
      subjectType: of.type,
      subjectId,
      reporter: person,
      reason: verbatim(reason),
      category,
      contact: category === 'COPYRIGHT' ? (contact ?? null) : null,
    });
    await notify(ctx, trx, { kind: 'REPORT_NEW', type: of.type, id: subjectId });
  });
}
