import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { welcomeEmail } from '../accounts.emails.ts';
import { takenError } from '../accounts.errors.ts';
import { createUser } from '../accounts.store.ts';
import { addLink } from '../links.store.ts';
import { signIn } from '../sign-in/login.actions.ts';
import { admitByMode, takeEmail } from './sign-up.actions.ts';
import { recordInvitation } from './sign-up.store.ts';
import { addressee, newToken } from '../links.rules.ts';
import { hashPassword } from '../sign-in/passwords.ts';

/** Throws 403 where the owner has closed sign-ups. */
export function rejectClosedSignUp({ settings }: Context): void {
  if (settings.owner.community.signUp === 'nobody')
    throw fail(403, 'SIGN_UP_CLOSED', 'Sign-ups are closed at the moment.');
}

/** Creates an account and a session, and mails a confirmation link. Throws 409. */
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
      const userId = await createUser(trx, {
        ...person,
        passwordHash,
        signUpLanguage: languageOf(request, ctx.settings.owner.languages),
      });
      if (invitationId !== null) await recordInvitation(trx, userId, invitationId);
      // only once the account exists: failed sign-ups use up nothing of their domain's limit
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
