import type { ModerationAction, SubjectType } from '#contract/moderation.ts';
import { isSuspended, suspend } from '#server/accounts/suspensions.store.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/sessions.ts';
import { setCommentHeld, setCommentHidden } from '#server/comments/moderated.store.ts';
import { setPostHeld, setPostHidden } from '#server/community/moderated.store.ts';
import { addAct } from './acts.store.ts';
import { closeReports, findSubject } from './reports.store.ts';

export interface Decision {
  action: ModerationAction;
  type: SubjectType;
  id: number;
  /** SUSPEND: told to the author. */
  reason: string | null;
}

const REASON = 'Something you published here was reported, and breaks the rules.';

export const gone = () => fail(404, 'NOT_FOUND', 'This is not there any more.');

/**
 * What a moderator decides about one thing, as an act that can be taken back. A video to be hidden must be archived
 * already. Who was suspended must be forgotten by the caller, once this is committed.
 */
export async function decide(ctx: Context, admin: User, { action, type, id, reason }: Decision) {
  return transact(ctx.db, async (trx) => {
    // an archived video isn't public any more, and so isn't found: it was looked at before
    const subject = await findSubject(trx, type, id, { archived: action !== 'DISMISS' });
    if (!subject) throw gone();
    const hid = action !== 'DISMISS' && (type === 'VIDEO' || (await setHidden(trx, type, id, true)));
    // another admin was faster: one act per thing
    if (action !== 'DISMISS' && !hid) throw gone();
    const released = action === 'DISMISS' && subject.held && (await setHeld(trx, type, id, false));
    const author = action === 'SUSPEND' ? subject.authorId : null;
    const suspended =
      author !== null &&
      !(await isSuspended(trx, author)) &&
      (await suspend(ctx, trx, admin, { userId: author, reason: reason ?? REASON })) === 'done';
    const actId = await addAct(trx, {
      actor_id: admin.id,
      action,
      subject_type: type,
      subject_id: id,
      author_id: subject.authorId,
      was_held: action === 'DISMISS' ? released : subject.held,
      hid,
      suspended,
    });
    const closed = await closeReports(trx, type, id, actId);
    if (action === 'DISMISS' && !released && closed === 0)
      throw fail(409, 'DEALT_WITH', 'Somebody dealt with this already.');
    await audit(trx, admin, {
      action: `moderation.${action.toLowerCase()}`,
      subjectType: type.toLowerCase(),
      subjectId: id,
      before: { excerpt: subject.excerpt, author: subject.authorUsername },
    });
    return { suspended: suspended ? author : null };
  });
}

export function setHidden(trx: Trx, type: SubjectType, id: number, hidden: boolean): Promise<boolean> {
  return type === 'COMMENT' ? setCommentHidden(trx, id, hidden) : setPostHidden(trx, id, hidden);
}

export function setHeld(trx: Trx, type: SubjectType, id: number, held: boolean): Promise<boolean> {
  return type === 'COMMENT' ? setCommentHeld(trx, id, held) : setPostHeld(trx, id, held);
}
