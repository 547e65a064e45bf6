import type { SignInMethod } from '../security-events.messages.ts';
import type { FastifyRequest } from 'fastify';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { Context } from '#server/app/context.ts';
import { fail, HttpError } from '#server/app/http/errors.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { loginKey } from '../accounts.rules.ts';
import { findLogin } from '../accounts.store.ts';
import { addLink } from '../links.store.ts';
import { newToken } from '../links.rules.ts';
import { verifyPassword } from './passwords.ts';
import { hasTwoFactor } from './two-factor.store.ts';
import { lockForSignIn, type Admitted } from './sign-in-epoch.store.ts';
import { recordSecurityEvent, recordSignIn } from '../security-events.actions.ts';
import { msg, readMessage } from '#contract/text/message.ts';

const GUESSES_AT_FULL_SPEED = 20;
const WAIT_MOST_MS = 5_000;
const SLOW_DOWN = msg('Too many attempts. Please wait a moment, or reset your password.');

interface Attempt {
  login: string;
  password: string;
  /** Where it comes from. */
  request: FastifyRequest;
}

/** Who this login and password belong to, and by which epoch. Throws 401, 403 (suspended), 429 or 503; unknown people and wrong passwords look alike. */
export async function checkLogin(ctx: Context, attempt: Attempt): Promise<Admitted> {
  const { request } = attempt;
  const account = await findLogin(ctx.db, loginKey(attempt.login), addressGroup(request.ip));
  try {
    return await admitAttempt(ctx, attempt, account);
  } catch (error) {
    if (error instanceof HttpError) await recordFailure(ctx, request, account?.id ?? null, error.code);
    throw error;
  }
}

/** No name goes into the log: some type their password in its place. */
async function recordFailure(
  ctx: Context,
  request: FastifyRequest,
  userId: number | null,
  reason: string,
): Promise<void> {
  ctx.log.warn('A sign-in failed.', { reason, userId, address: request.ip });
  // guesses from many addresses don't fill the table
  if (userId === null || ctx.rateLimits.take('failed-event', String(userId)) > 0) return;
  await recordSecurityEvent(ctx, ctx.db, request, { userId, kind: 'SIGN_IN_FAILED' });
}

async function admitAttempt(
  ctx: Context,
  { login, password, request }: Attempt,
  account: Awaited<ReturnType<typeof findLogin>>,
): Promise<Admitted> {
  const key = loginKey(login);
  const from = addressGroup(request.ip);
  const admit = async () => rejectFor(await ctx.rateLimits.wait('login-address', from));
  await admit();
  // taken before, given back if it was right: guesses sent at once to several processes are no more than five
  const pair = `${from} ${key}`;
  rejectFor(await ctx.rateLimits.take('login-pair', pair));
  let wrong = false;
  try {
    const milliseconds = account?.known ? 0 : await waitFor(ctx, key);
    if (milliseconds > 0) await ctx.clock.sleep(milliseconds);
    wrong = !(await verifyPassword(password, account?.password_hash ?? null, admit));
  } finally {
    if (!wrong) await ctx.rateLimits.giveBack('login-pair', pair);
  }
  if (wrong || !account) {
    await ctx.rateLimits.take('login-address', from);
    await ctx.rateLimits.take('login-account', key);
    throw loginFailed();
  }
  if (account.suspended_at) {
    throw fail(
      403,
      'SUSPENDED',
      account.suspend_reason !== null
        ? msg`This account is suspended: ${readMessage(account.suspend_reason)}`
        : 'This account is suspended.',
    );
  }
  return { userId: account.id, epoch: account.sign_in_epoch };
}

const loginFailed = () => fail(401, 'LOGIN_FAILED', 'Login failed');

function rejectFor(seconds: number): void {
  if (seconds > 0) throw fail(429, 'TOO_MANY', SLOW_DOWN, { retryAfter: seconds });
}

/** A second for every 20 wrong guesses of the last hour. */
async function waitFor(ctx: Context, key: string): Promise<number> {
  const guesses = await ctx.rateLimits.countTaken('login-account', key);
  return guesses < GUESSES_AT_FULL_SPEED
    ? 0
    : Math.min(WAIT_MOST_MS, (guesses / GUESSES_AT_FULL_SPEED) * 1000);
}

const WITHOUT_TWO_FACTOR: SignInMethod[] = ['password', 'provider'];

interface Opened {
  token: string;
  changed: CacheTag[];
}

/**
 * A session for this person on the device that asks; what its visitor did joins the account. Once it is committed the
 * caller drops the cache's `changed` tags. Every way in ends here.
 */
export async function openSession(
  ctx: Context,
  trx: Trx,
  request: FastifyRequest,
  who: Admitted & { method: Exclude<SignInMethod, 'password' | 'provider'> },
): Promise<Opened> {
  await admitStill(trx, who);
  return startSession(ctx, trx, request, who);
}

/** Like `openSession`, but returns a ticket if the account has two-factor. */
export async function openSessionOrTicket(
  ctx: Context,
  trx: Trx,
  request: FastifyRequest,
  who: Admitted & { method: SignInMethod },
): Promise<Opened | { ticket: string }> {
  await admitStill(trx, who);
  const { userId, epoch } = who;
  if (!WITHOUT_TWO_FACTOR.includes(who.method) || !(await hasTwoFactor(trx, userId)))
    return startSession(ctx, trx, request, who);
  const ticket = newToken(ctx);
  const now = ctx.clock.now();
  await addLink(trx, { token: ticket, userId, purpose: 'SECOND_STEP', email: null, epoch, now });
  return { ticket };
}

/**
 * Seconds may pass between checking the credentials and this point, so changes made in between apply. Throws
 * 401.
 */
async function admitStill(trx: Trx, { userId, epoch }: Admitted): Promise<void> {
  if ((await lockForSignIn(trx, userId)) !== epoch) throw loginFailed();
}

async function startSession(
  ctx: Context,
  trx: Trx,
  request: FastifyRequest,
  { userId, method }: { userId: number; method: SignInMethod },
): Promise<Opened> {
  const visitor = ctx.visitors.read(request);
  const changed: CacheTag[] = [];
  // one after the other: a transaction is one connection
  for (const join of visitor ? ctx.visitorJoins : [])
    changed.push(...(await join(trx, { visitor: `v${visitor}`, person: `u${userId}`, userId })));
  const token = await ctx.sessions.create(trx, {
    userId,
    userAgent: request.headers['user-agent'] ?? null,
    address: addressGroup(request.ip),
  });
  await recordSignIn(ctx, trx, request, { userId, method });
  return { token, changed };
}

/**
 * Signs a user in with what `work` does in its transaction. Throws 401 with a ticket if two-factor is
 * required.
 */
export async function signIn(
  ctx: Context,
  request: FastifyRequest,
  method: SignInMethod,
  work: (trx: Trx) => Promise<Admitted>,
): Promise<{ token: string }> {
  const opened = await transact(ctx.db, async (trx) =>
    openSessionOrTicket(ctx, trx, request, { ...(await work(trx)), method }),
  );
  if ('ticket' in opened)
    throw fail(401, 'SECOND_STEP_NEEDED', 'Please enter the code from your authenticator app.', {
      ticket: opened.ticket,
    });
  ctx.cache.refresh(...opened.changed);
  return { token: opened.token };
}
