import { DETAILS } from '../security-events.messages.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { passwordChangedEmail } from '../accounts.emails.ts';
import { staleLink } from '../accounts.errors.ts';
import { addressee } from '../links.rules.ts';
import { recordSecurityEvent, revokeKeys, type From } from '../security-events.actions.ts';
import { consumeResetToken } from './password-reset.store.ts';
import { hashPassword } from './passwords.ts';

/**
 * Sets a new password by an emailed link, revokes all sessions and API keys and notifies the user. Returns
 * the username. Throws 400.
 */
export async function resetPasswordByLink(
  ctx: Context,
  from: From,
  token: string,
  password: string,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const user = await transact(ctx.db, async (trx) => {
    const changed = await consumeResetToken(trx, token, passwordHash, ctx.clock.now());
    if (!changed) throw staleLink();
    await recordSecurityEvent(ctx, trx, from, {
      userId: changed.id,
      kind: 'PASSWORD_CHANGED',
      detail: DETAILS.RESET_LINK(),
    });
    await revokeKeys(ctx, trx, from, changed.id);
    if (changed.email)
      await ctx.outbox.sendTemplate(
        trx,
        changed.email,
        passwordChangedEmail(addressee(ctx, changed.username)),
      );
    return changed;
  });
  ctx.sessions.forget(user.id);
  return user.username;
}
