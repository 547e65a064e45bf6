import { DETAILS } from '../security-events.messages.ts';
import { msg } from '#contract/text/message.ts';
import type { FastifyRequest } from 'fastify';
import type { TwoFactorRole } from '#contract/accounts/security.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { requireOwnSession } from './own-session.actions.ts';
import { openSession } from './login.actions.ts';
import {
  describeSecret,
  findTotpStep,
  hashRecoveryCode,
  looksLikeRecoveryCode,
  makeRecoveryCodes,
  makeSecret,
} from './two-factor.rules.ts';
import {
  beginSecret,
  deleteTwoFactor,
  hasTwoFactor,
  readSecret,
  replaceRecoveryCodes,
  saveTwoFactorRoles,
  spendRecoveryCode,
  consumeTotpStep,
} from './two-factor.store.ts';
import { lockSecret, openSecret } from './two-factor-secrets.actions.ts';
import { recordSecurityChange, recordSecurityEvent, type From } from '../security-events.actions.ts';
import { lockPerson } from './sign-in-epoch.store.ts';
import { consumeTicket, findTicket } from './tickets.store.ts';
import { endOtherSessions } from './sessions.store.ts';

const wrongCode = () => {
  const sentence = 'This code is wrong or has already been used.';
  return fail(422, 'WRONG_CODE', sentence, { fields: { code: sentence } });
};
const notOn = () => fail(409, 'NO_SECOND_STEP', "Two-factor authentication isn't turned on.");

/** Does `work` for a code of the app or a recovery code, in the transaction that uses the code up. Throws 422, 429. */
export async function withCode<T>(
  ctx: Context,
  from: From,
  { userId, code }: { userId: number; code: string },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const wait = await ctx.rateLimits.take('second-step', String(userId));
  if (wait > 0) {
    await warnOfGuesses(ctx, from, userId);
    throw fail(429, 'TOO_MANY', 'Too many wrong codes. Please wait a moment.', { retryAfter: wait });
  }
  const done = await transact(ctx.db, async (trx) => {
    await lockPerson(trx, userId);
    return (await spendCode(ctx, trx, from, { userId, code })) ? { value: await work(trx) } : null;
  });
  if (!done) {
    await recordSecurityEvent(ctx, ctx.db, from, {
      userId,
      kind: 'SIGN_IN_FAILED',
      detail: DETAILS.WRONG_CODE(),
    });
    throw wrongCode();
  }
  await ctx.rateLimits.giveBack('second-step', String(userId));
  return done.value;
}

/** A caller guessing codes knows the password or has a session: the user is notified, at most hourly. */
async function warnOfGuesses(ctx: Context, from: From, userId: number): Promise<void> {
  ctx.log.warn('Codes of a second step were guessed.', { userId, address: from?.ip ?? null });
  if ((await ctx.rateLimits.take('second-step-warning', String(userId))) > 0) return;
  const email = {
    subject: msg`Too many wrong sign-in codes`,
    sentence: msg`Someone with your password entered ten wrong codes. Codes are blocked for a while. Please set a new password.`,
  };
  const detail = DETAILS.WRONG_CODES();
  await transact(ctx.db, (trx) =>
    recordSecurityChange(ctx, trx, from, { userId, kind: 'SIGN_IN_FAILED', detail, email }),
  );
}

async function spendCode(
  ctx: Context,
  trx: Trx,
  from: From,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const now = ctx.clock.now();
  if (looksLikeRecoveryCode(code)) {
    if (!(await spendRecoveryCode(trx, userId, hashRecoveryCode(code), now))) return false;
    const email = {
      subject: msg`Recovery code used`,
      sentence: msg`One of your recovery codes was used to sign in. It no longer works.`,
    };
    await recordSecurityChange(ctx, trx, from, { userId, kind: 'RECOVERY_CODE_USED', email });
    return true;
  }
  const stored = await readSecret(trx, userId, false);
  if (!stored) return false;
  const step = findTotpStep(openSecret(ctx, userId, stored), code, now);
  return step !== null && consumeTotpStep(trx, { userId, step, stored, now });
}

/** The second half of a sign-in. Throws 400, 422, 429. */
export async function verifyTwoFactor(
  ctx: Context,
  request: FastifyRequest,
  { ticket, code }: { ticket: string; code: string },
): Promise<{ token: string }> {
  const found = await findTicket(ctx.db, ticket, ctx.clock.now());
  const expired = () => fail(400, 'TICKET_INVALID', 'This took too long. Please sign in again.');
  if (!found) throw expired();
  const { userId } = found;
  const { token, changed } = await withCode(ctx, request, { userId, code }, async (trx) => {
    if (!(await consumeTicket(trx, ticket))) throw expired();
    return openSession(ctx, trx, request, { ...found, method: 'second step' });
  });
  ctx.cache.refresh(...changed);
  return { token };
}

/** A secret for an app, which counts once it is confirmed. Throws 409. */
export async function startTwoFactor(ctx: Context, user: User): Promise<{ secret: string; uri: string }> {
  const secret = makeSecret(ctx.random);
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    if (!(await beginSecret(trx, user.id, lockSecret(ctx, user.id, secret))))
      throw fail(409, 'SECOND_STEP_ON', 'Two-factor authentication is already on.');
  });
  return describeSecret(secret, ctx.settings.SITE_NAME, user.username);
}

/** Puts the secret in force by its first code; every other session ends. Throws 409, 422, 429. */
export async function confirmTwoFactor(
  ctx: Context,
  user: User,
  from: From,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const codes = makeRecoveryCodes(ctx.random);
  const now = ctx.clock.now();
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    const stored = await readSecret(trx, user.id, true);
    if (!stored) throw fail(409, 'NOT_BEGUN', 'Please scan the picture first.');
    const step = findTotpStep(openSecret(ctx, user.id, stored), code, now);
    if (step === null || !(await consumeTotpStep(trx, { userId: user.id, step, stored, now })))
      throw wrongCode();
    await replaceRecoveryCodes(trx, user.id, codes.map(hashRecoveryCode), ctx.clock.now());
    await endOtherSessions(trx, user.id, user.sessionId);
    const email = {
      subject: msg`Two-factor authentication is on`,
      sentence: msg`Two-factor authentication is on. Signing in now asks for a code from your authenticator app.`,
    };
    await recordSecurityChange(ctx, trx, from, { userId: user.id, kind: 'SECOND_STEP_ON', email });
  });
  ctx.sessions.forget(user.id);
  return { recoveryCodes: codes };
}

export async function disableTwoFactor(ctx: Context, user: User, from: From): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    if (!(await deleteTwoFactor(trx, user.id))) return;
    const email = {
      subject: msg`Two-factor authentication is off`,
      sentence: msg`Two-factor authentication is off. Signing in no longer asks for a code.`,
    };
    await recordSecurityChange(ctx, trx, from, { userId: user.id, kind: 'SECOND_STEP_OFF', email });
  });
  ctx.sessions.forget(user.id);
}

/** Throws 409. */
export async function renewRecoveryCodes(
  ctx: Context,
  user: User,
  from: From,
): Promise<{ recoveryCodes: string[] }> {
  const codes = makeRecoveryCodes(ctx.random);
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    if (!(await hasTwoFactor(trx, user.id))) throw notOn();
    await replaceRecoveryCodes(trx, user.id, codes.map(hashRecoveryCode), ctx.clock.now());
    const email = {
      subject: msg`You have new recovery codes`,
      sentence: msg`You have ten new recovery codes. Your old codes no longer work.`,
    };
    await recordSecurityChange(ctx, trx, from, { userId: user.id, kind: 'RECOVERY_CODES_MADE', email });
  });
  return { recoveryCodes: codes };
}

/**
 * Sets which roles require two-factor; sessions pick it up within seconds. Throws 409: one's own role without
 * having two-factor.
 */
export async function requireTwoFactor(
  ctx: Context,
  admin: User,
  roles: TwoFactorRole[],
  before: TwoFactorRole[],
) {
  if (roles.some((role) => role === admin.role) && !(await hasTwoFactor(ctx.db, admin.id)))
    throw fail(
      409,
      'SECOND_STEP_FIRST',
      'Please turn on two-factor authentication for your own account first.',
    );
  await transact(ctx.db, async (trx) => {
    await saveTwoFactorRoles(trx, roles);
    await audit(trx, admin, {
      action: 'site.second-step',
      subjectType: 'site',
      subjectId: null,
      before: { roles: before },
      after: { roles },
    });
  });
  return { roles };
}
