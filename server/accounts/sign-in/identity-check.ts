import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';

const MINUTES_10 = 600;

/** What a browser that is on its way to the provider remembers. */
const Check = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where the app it came from is served; '' is here. */
  origin: z.string(),
  /** It is signed in, and shows who it is again. */
  confirm: z.boolean(),
  /** Which one it is on its way to. */
  provider: z.enum(['1', '2']).default('1'),
  expiresAt: z.number(),
});
type Check = z.infer<typeof Check>;

/** How many attempts a browser has at once, in as many tabs. */
const MAX_ATTEMPTS = 5;

/** One for each attempt. A `__Host-` cookie can't be set by a neighbouring domain, but needs https. */
function cookieOf({ settings }: Context) {
  const secure = settings.PUBLIC_URL.startsWith('https:');
  return {
    prefix: secure ? '__Host-identity_check_' : 'identity_check_',
    options: { path: secure ? '/' : '/login/oauth2', httpOnly: true, sameSite: 'lax' as const, secure },
  };
}

const secrets = new WeakMap<Context, Promise<Buffer>>();
async function sign(ctx: Context, payload: string): Promise<Buffer> {
  const secret = secrets.get(ctx) ?? siteSecret(ctx.db, 'identity-check');
  secrets.set(ctx, secret);
  return createHmac('sha256', await secret)
    .update(payload)
    .digest();
}

const nameOf = (state: string): string => createHash('sha256').update(state).digest('hex').slice(0, 16);

/** Gives the browser a signed cookie for its way there and back; beyond five attempts those of before end. */
export async function setCheckCookie(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  check: Omit<Check, 'expiresAt'>,
): Promise<void> {
  const { prefix, options } = cookieOf(ctx);
  const cookies = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
  if (cookies.length >= MAX_ATTEMPTS) for (const name of cookies) void reply.clearCookie(name, options);
  const whole: Check = { ...check, expiresAt: ctx.clock.now() + MINUTES_10 * 1000 };
  const payload = Buffer.from(JSON.stringify(whole)).toString('base64url');
  const signature = (await sign(ctx, payload)).toString('base64url');
  void reply.setCookie(prefix + nameOf(check.state), `${payload}.${signature}`, {
    ...options,
    maxAge: MINUTES_10,
  });
}

/** What this browser left with for this `state`; null without our signature or after ten minutes. The cookie serves one return. */
export async function consumeCheck(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<Check | null> {
  const { prefix, options } = cookieOf(ctx);
  const name = prefix + nameOf(state);
  void reply.clearCookie(name, options);
  const [payload = '', signature = ''] = (request.cookies[name] ?? '').split('.');
  const expected = await sign(ctx, payload);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const check = Check.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return check.expiresAt > ctx.clock.now() ? check : null;
}
