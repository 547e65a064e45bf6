import type { FastifyRequest } from 'fastify';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { knownLanguage } from '#server/app/i18n/choose-language.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { approvedEmail, declinedEmail } from '../accounts.emails.ts';
import { emailTaken, nameTaken, takenError } from '../accounts.errors.ts';
import { createUser } from '../accounts.store.ts';
import { addLink } from '../links.store.ts';
import { addressee, newToken } from '../links.rules.ts';
import { isForeignName } from '../names.store.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { admitSignUp, checkNewPerson } from './sign-up.actions.ts';
import { addRequest, findTaken, takeRequest } from './sign-up-requests.store.ts';

/** Stores a request to join until an admin answers it; the account is only created then. Throws 409, 422, 428, 429. */
export async function requestToJoin(
  ctx: Context,
  request: FastifyRequest,
  person: {
    username: string;
    email: string;
    password: string;
    displayName: string | null;
    bio: string | null;
    answer: string;
  },
): Promise<void> {
  if (ctx.settings.owner.community.signUp !== 'approved')
    throw fail(409, 'NO_APPROVAL', "You don't need to request access here. Please reload the page.");
  await checkNewPerson(ctx, person);
  await admitSignUp(ctx, request);
  const { password, ...details } = person;
  const passwordHash = await hashPassword(password);
  try {
    await transact(ctx.db, async (trx) => {
      const taken = await findTaken(trx, person);
      if (taken) throw taken === 'username' ? nameTaken() : emailTaken();
      await addRequest(trx, {
        ...details,
        passwordHash,
        language: languageOf(request, ctx.settings.owner.languages),
        now: ctx.clock.now(),
      });
    });
  } catch (error) {
    throw takenError(error);
  }
}

const isForeign = async (trx: Trx, name: string | null): Promise<boolean> =>
  name !== null && (await isForeignName(trx, name, null));

/** Creates the account and notifies its person. Throws 404, and 409 if the name or address has been taken. */
export async function approveSignUp(ctx: Context, admin: User, id: number): Promise<void> {
  const token = newToken(ctx);
  try {
    await transact(ctx.db, async (trx) => {
      const request = await takeRequest(trx, id);
      if (!request) throw notFound('This request');
      const { username, email } = request;
      const userId = await createUser(trx, {
        username,
        email,
        passwordHash: request.password_hash,
        // a similar name may have been taken since
        displayName: (await isForeign(trx, request.display_name)) ? null : request.display_name,
        bio: request.bio,
        signUpLanguage: knownLanguage(request.language),
      });
      await audit(trx, admin, {
        action: 'sign-up.approve',
        subjectType: 'user',
        subjectId: userId,
        after: { username },
      });
      await addLink(trx, { token, userId, purpose: 'VERIFY', email, now: ctx.clock.now() });
      await ctx.outbox.sendTemplate(trx, email, approvedEmail(addressee(ctx, username), token));
    });
  } catch (error) {
    throw takenError(error);
  }
}

/** Deletes the request and notifies the person. Throws 404. */
export async function declineSignUp(
  ctx: Context,
  admin: User,
  id: number,
  reason: string | null,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const request = await takeRequest(trx, id);
    if (!request) throw notFound('This request');
    await audit(trx, admin, {
      action: 'sign-up.decline',
      subjectType: 'sign-up request',
      subjectId: id,
      after: { username: request.username, reason },
    });
    await ctx.outbox.sendTemplate(
      trx,
      request.email,
      declinedEmail(addressee(ctx, request.username), reason),
    );
  });
}
