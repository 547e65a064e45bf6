import type { FastifyRequest } from 'fastify';
import type { CacheTag } from '#server/app/http/response-cache.ts';
import type { Context } from '#server/app/context.ts';
import { fail, HttpError } from '#server/app/http/errors.ts';
import { addressGroup, type Rate } from '#server/app/http/rate-limits.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { loginKey } from './accounts.rules.ts';
import { findLogin } from './accounts.store.ts';
import { verifyPassword } from './passwords.ts';

/** Wrong guesses at one account from one address: nobody else's tries count. */
const PAIR: Rate = { max: 5, seconds: 300 };
/** Wrong guesses from one address at whatever accounts. */
const ADDRESS: Rate = { max: 50, seconds: 600 };
/** Wrong guesses at one account from everywhere. They make everybody wait who comes from a new address, and refuse nobody. */
const ACCOUNT: Rate = { max: 100, seconds: 3600 };
const GUESSES_AT_FULL_SPEED = 20;
const WAIT_MOST_MS = 5_000;
const SLOW_DOWN = 'Too many tries. Please wait a moment, or reset your password.';

interface Attempt {
  login: string;
  password: string;
  address: string;
}

/** Who this login and password belong to. Throws 401, 403 (suspended), 429 or 503; unknown people and wrong passwords look alike. */
export async function checkLogin(ctx: Context, attempt: Attempt): Promise<number> {
  const account = await findLogin(ctx.db, loginKey(attempt.login), addressGroup(attempt.address));
  try {
    return await admitAttempt(ctx, attempt, account);
  } catch (error) {
    // no name: some type their password in its place
    if (error instanceof HttpError)
      ctx.log.warn('A sign-in failed.', {
        reason: error.code,
        userId: account?.id ?? null,
        address: attempt.address,
      });
    throw error;
  }
}

async function admitAttempt(
  ctx: Context,
  { login, password, address }: Attempt,
  account: Awaited<ReturnType<typeof findLogin>>,
): Promise<number> {
  const key = loginKey(login);
  const from = addressGroup(address);
  const admit = () => rejectFor(ctx.rateLimits.wait('login-address', from, ADDRESS));
  admit();
  // taken before, given back if it was right: guesses sent at once to several processes are no more than five
  const pair = ['login-pair', `${from} ${key}`, PAIR] as const;
  rejectFor(await ctx.sharedRateLimits.take(...pair));
  let wrong = false;
  try {
    const milliseconds = account?.known ? 0 : await waitFor(ctx, key);
    if (milliseconds > 0) await ctx.clock.sleep(milliseconds);
    wrong = !(await verifyPassword(password, account?.password_hash ?? null, admit));
  } finally {
    if (!wrong) await ctx.sharedRateLimits.giveBack(...pair);
  }
  if (wrong || !account) {
    if (ctx.rateLimits.wait('login-address', from, ADDRESS) === 0)
      ctx.rateLimits.take('login-address', from, ADDRESS);
    await ctx.sharedRateLimits.take('login-account', key, ACCOUNT);
    throw fail(401, 'LOGIN_FAILED', 'Login failed');
  }
  if (account.suspended_at) {
    throw fail(
      403,
      'SUSPENDED',
      `This account is suspended${account.suspend_reason ? `: ${account.suspend_reason}` : '.'}`,
    );
  }
  return account.id;
}

function rejectFor(seconds: number): void {
  if (seconds > 0) throw fail(429, 'TOO_MANY', SLOW_DOWN, { retryAfter: seconds });
}

/** A second for every 20 wrong guesses of the last hour. */
async function waitFor(ctx: Context, key: string): Promise<number> {
  const guesses = await ctx.sharedRateLimits.countTaken('login-account', key, ACCOUNT);
  return guesses < GUESSES_AT_FULL_SPEED
    ? 0
    : Math.min(WAIT_MOST_MS, (guesses / GUESSES_AT_FULL_SPEED) * 1000);
}

/**
 * A session for this person on the device that asks; what its visitor did joins the account. Once it is committed the
 * caller drops the cache's `changed` tags.
 */
export async function openSession(
  ctx: Context,
  trx: Trx,
  userId: number,
  request: FastifyRequest,
): Promise<{ token: string; changed: CacheTag[] }> {
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
  ctx.log.info('Somebody signed in.', { userId, address: request.ip });
  return { token, changed };
}

/** Signs somebody in by what `work` does in its transaction. */
export async function signIn(
  ctx: Context,
  request: FastifyRequest,
  work: (trx: Trx) => Promise<number>,
): Promise<{ token: string }> {
  const { token, changed } = await transact(ctx.db, async (trx) =>
    openSession(ctx, trx, await work(trx), request),
  );
  for (const tag of changed) ctx.cache.drop(tag);
  return { token };
}

export const newToken = (ctx: Context): string => ctx.random.bytes(32).toString('base64url');

/** Who a letter is to, as the letters want it. */
export const addressee = ({ settings }: Context, username: string) => ({
  site: settings.SITE_NAME,
  url: settings.PUBLIC_URL,
  username,
});
