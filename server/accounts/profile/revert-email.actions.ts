import type { StoredMessage } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { revertedEmail } from '../accounts.emails.ts';
import { deadLink, takenError } from '../accounts.errors.ts';
import { readMe } from '../accounts.store.ts';
import { addLink } from '../links.store.ts';
import { addressee, newToken } from '../links.rules.ts';
import { DETAILS } from '../security-events.messages.ts';
import { recordSecurityEvent, type From } from '../security-events.actions.ts';
import { consumeRevertToken, type Removed } from './revert-email.store.ts';

/**
 * Undoes an email change. An attacker may have added credentials before or since, so all are revoked: the
 * user who opened the link, sent to the account's mailbox, sets a new password by the reset token in the
 * response. The response and an email list what else was removed. Throws 400, 409.
 */
export async function revertEmail(
  ctx: Context,
  from: From,
  token: string,
): Promise<{ email: string; resetToken: string; removed: StoredMessage[] }> {
  const now = ctx.clock.now();
  const resetToken = newToken(ctx);
  try {
    const { userId, email, removed } = await transact(ctx.db, async (trx) => {
      const back = await consumeRevertToken(trx, token, now);
      if (!back) throw deadLink();
      const { userId, email } = back;
      const removed = describeRemoved(back.removed);
      const detail = removed.length > 0 ? DETAILS.REMOVED(removed) : null;
      await recordSecurityEvent(ctx, trx, from, { userId, kind: 'EMAIL_TAKEN_BACK', detail });
      await addLink(trx, { token: resetToken, userId, purpose: 'RESET', email, now });
      const me = await readMe(trx, userId);
      if (me) await ctx.outbox.sendTemplate(trx, email, revertedEmail(addressee(ctx, me.username), removed));
      return { userId, email, removed };
    });
    ctx.sessions.forget(userId);
    return { email, resetToken, removed };
  } catch (error) {
    throw takenError(error);
  }
}

function describeRemoved({ passkeys, keys, identities, twoFactor, recoveryCodes }: Removed): StoredMessage[] {
  return [
    ...passkeys.map((name) => DETAILS.THE_PASSKEY(name)),
    ...keys.map((name) => DETAILS.THE_KEY(name)),
    ...(identities > 0 ? [DETAILS.THE_PROVIDER()] : []),
    ...(twoFactor ? [DETAILS.THE_APP()] : []),
    ...(recoveryCodes ? [DETAILS.THE_CODES()] : []),
  ];
}
