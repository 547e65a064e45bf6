import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/errors.ts';
import { addressGroup, type Rate } from '#server/app/limits.ts';
import type { DbOrTrx } from '#server/app/database.ts';
import { loginKey } from './accounts.rules.ts';
import { findLogin } from './accounts.store.ts';
import { verifyPassword } from './passwords.ts';

/** Wrong guesses at one account from one address: nobody else's tries count. */
const PAIR: Rate = { most: 5, seconds: 300 };
/** Wrong guesses from one address at whatever accounts. */
const ADDRESS: Rate = { most: 50, seconds: 600 };
/** Wrong guesses at one account from everywhere; addresses where its owner is signed in are let through all the same. */
const ACCOUNT: Rate = { most: 100, seconds: 3600 };
const SLOW_DOWN = 'Too many tries. Please wait a moment, or reset your password.';

/** Who this login and password belong to. Throws 401, 403 (suspended), 429 or 503; unknown people and wrong passwords look alike. */
export async function checkLogin(
  ctx: Context,
  { login, password, address }: { login: string; password: string; address: string },
): Promise<number> {
  const key = loginKey(login);
  const from = addressGroup(address);
  const account = await findLogin(ctx.db, key, from);
  const admit = () => {
    const seconds = Math.max(
      ctx.limits.wait('login-pair', `${from} ${key}`, PAIR),
      ctx.limits.wait('login-address', from, ADDRESS),
      account?.known ? 0 : ctx.limits.wait('login-account', key, ACCOUNT),
    );
    if (seconds > 0) throw fail(429, 'TOO_MANY', SLOW_DOWN, { retryAfter: seconds });
  };
  admit();
  // asked again when its turn has come: of many guesses sent at once most would have passed the first time
  if (!(await verifyPassword(password, account?.password_hash ?? null, admit)) || !account) {
    takeQuietly(ctx, 'login-pair', `${from} ${key}`, PAIR);
    takeQuietly(ctx, 'login-address', from, ADDRESS);
    takeQuietly(ctx, 'login-account', key, ACCOUNT);
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

function takeQuietly(ctx: Context, name: string, key: string, rate: Rate): void {
  if (ctx.limits.wait(name, key, rate) === 0) ctx.limits.take(name, key, rate);
}

/** A session for this person on the device that asks. */
export function openSession(
  ctx: Context,
  db: DbOrTrx,
  userId: number,
  request: FastifyRequest,
): Promise<string> {
  return ctx.sessions.create(db, {
    userId,
    userAgent: request.headers['user-agent'] ?? null,
    address: addressGroup(request.ip),
  });
}

export const newToken = (ctx: Context): string => ctx.random.bytes(32).toString('base64url');

/** Who a letter is to, as the letters want it. */
export const addressee = ({ settings }: Context, username: string) => ({
  site: settings.SITE_NAME,
  url: settings.PUBLIC_URL,
  username,
});
