import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { transact } from '#server/app/database/database.ts';
import { passwordChangedEmail, welcomeEmail } from './accounts.emails.ts';
import { staleLink, takenError } from './accounts.errors.ts';
import { createUser } from './accounts.store.ts';
import { addLink, consumeResetToken } from './links.store.ts';
import { signIn } from './login.actions.ts';
import { admitByMode, takeEmail } from './sign-up.actions.ts';
import { noteInvited } from './sign-up.store.ts';
import { addressee, newToken } from './login.rules.ts';
import { hashPassword } from './passwords.ts';
import { noteEvent, type From } from './security-events.actions.ts';

/** Throws 403 where the owner lets nobody make an account just now. */
export function rejectClosedSignUp({ settings }: Context): void {
  if (settings.owner.community.signUp === 'nobody')
    throw fail(403, 'SIGN_UP_CLOSED', 'New accounts are not open at the moment.');
}

/** Makes an account and signs its person in; the address is asked to confirm by mail. Throws 409. */
export async function registerAccount(
  ctx: Context,
  request: FastifyRequest,
  person: {
    username: string;
    email: string;
    password: string;
    displayName?: string | null;
    invitation?: string | null | undefined;
    invited: boolean;
  },
): Promise<{ token: string }> {
  const passwordHash = await hashPassword(person.password);
  const link = newToken(ctx);
  try {
    return await signIn(ctx, request, 'sign-up', async (trx) => {
      const invitationId = await admitByMode(ctx, trx, person);
      const userId = await createUser(trx, { ...person, passwordHash });
      if (invitationId !== null) await noteInvited(trx, userId, invitationId);
      // once the account is there: sign-ups that fail take nothing from others of the domain
      if ((await takeEmail(ctx, person.email, trx)) > 0) return { userId, epoch: 0 };
      await addLink(trx, {
        token: link,
        userId,
        purpose: 'VERIFY',
        email: person.email,
        now: ctx.clock.now(),
      });
      await ctx.outbox.sendTemplate(trx, person.email, welcomeEmail(addressee(ctx, person.username), link));
      return { userId, epoch: 0 };
    });
  } catch (error) {
    throw takenError(error);
  }
}

/** Sets a new password by the link of a mail, ends all sessions and tells the person. Gives the username. Throws 400. */
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
    await noteEvent(ctx, trx, from, {
      userId: changed.id,
      kind: 'PASSWORD_CHANGED',
      detail: 'by a reset link',
    });
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
