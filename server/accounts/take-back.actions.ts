import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { deadLink, takenError } from './accounts.errors.ts';
import { addLink, consumeTakeBackToken } from './links.store.ts';
import { newToken } from './login.rules.ts';
import { noteEvent, type From } from './security-events.actions.ts';

/**
 * Undoes an email change. A thief may have set a password since, so that none holds: who opened the link, which the
 * mailbox of the account got, sets a new one by the reset that comes with the answer. Throws 400, 409.
 */
export async function takeBackEmail(
  ctx: Context,
  from: From,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const now = ctx.clock.now();
  const resetToken = newToken(ctx);
  try {
    const { userId, email } = await transact(ctx.db, async (trx) => {
      const back = await consumeTakeBackToken(trx, token, now);
      if (!back) throw deadLink();
      await noteEvent(ctx, trx, from, { userId: back.userId, kind: 'EMAIL_TAKEN_BACK' });
      await addLink(trx, {
        token: resetToken,
        userId: back.userId,
        purpose: 'RESET',
        email: back.email,
        now,
      });
      return back;
    });
    ctx.sessions.forget(userId);
    return { email, resetToken };
  } catch (error) {
    throw takenError(error);
  }
}
