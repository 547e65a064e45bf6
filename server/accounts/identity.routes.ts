import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accounts } from '#contract/accounts.ts';
import { PAGES } from '#contract/pages.ts';
import { type IdentityProvider, IdentityRefused } from '#server/adapters/identity/identity.ts';
import { openIdentityProvider } from '#server/adapters/identity/openid.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database.ts';
import type { Routes } from '#server/app/handle.ts';
import { identityJoinedLetter } from './accounts.letters.ts';
import { arriveByIdentity } from './identities.store.ts';
import { addressee, openSession } from './login.ts';

const COOKIE = 'identity_check';
const COOKIE_PATH = '/login/oauth2';
const MINUTES_10 = 600;
const CALLBACK = '/login/oauth2/code/google';

/** What a browser that is on its way to the provider remembers; `origin`: where the app it came from is served. */
const Check = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), origin: z.string() });
type Check = z.infer<typeof Check>;

/** Sign-in by an identity provider (OpenID Connect). */
export const identityRoutes: Routes = (route) => {
  let provider: IdentityProvider | null = null;
  const providerOf = ({ settings }: Context): IdentityProvider | null => {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
    if (clientId && clientSecret)
      provider ??= openIdentityProvider({ issuer: settings.OIDC_ISSUER, clientId, clientSecret });
    return provider;
  };

  route(accounts.beginIdentity, async ({ ctx, request, reply }) => {
    const origin = originOf(ctx, request);
    const identityProvider = providerOf(ctx);
    if (!identityProvider) return sendBack(reply, origin, { error: 'not_configured' });
    try {
      const { url, check } = await identityProvider.begin(ctx.settings.PUBLIC_URL + CALLBACK);
      void reply.setCookie(
        COOKIE,
        Buffer.from(JSON.stringify({ ...check, origin })).toString('base64url'),
        cookieOptions(ctx, MINUTES_10),
      );
      return void reply.header('location', url).header('cache-control', 'no-store');
    } catch (error) {
      ctx.log.warn('The identity provider cannot be reached.', { error });
      return sendBack(reply, origin, { error: 'unavailable' });
    }
  });

  route(accounts.finishIdentity, async ({ ctx, request, reply }) => {
    const check = readCheck(request);
    // one return for each departure
    void reply.clearCookie(COOKIE, cookieOptions(ctx, 0));
    const origin = check?.origin ?? '';
    const identityProvider = providerOf(ctx);
    if (!identityProvider) return sendBack(reply, origin, { error: 'not_configured' });
    if (!check) return sendBack(reply, origin, { error: 'expired' });
    try {
      return sendBack(
        reply,
        origin,
        await arrive(
          ctx,
          request,
          await identityProvider.finish(new URL(request.url, ctx.settings.PUBLIC_URL), check),
        ),
      );
    } catch (error) {
      const refused = error instanceof IdentityRefused;
      ctx.log[refused ? 'info' : 'warn']('A sign-in by the identity provider failed.', { error });
      return sendBack(reply, origin, { error: refused ? 'refused' : 'unavailable' });
    }
  });
};

async function arrive(
  ctx: Context,
  request: FastifyRequest,
  identity: Awaited<ReturnType<IdentityProvider['finish']>>,
): Promise<Record<string, string>> {
  const digits = String(ctx.random.bytes(6).readUIntBE(0, 6)).padStart(15, '7');
  return transact(ctx.db, async (trx): Promise<Record<string, string>> => {
    const arrival = await arriveByIdentity(trx, ctx.settings.OIDC_ISSUER, identity, digits);
    if (!('userId' in arrival)) return { error: arrival.outcome };
    if (arrival.outcome === 'joined' && arrival.email)
      await ctx.outbox.letter(trx, arrival.email, identityJoinedLetter(addressee(ctx, arrival.username)));
    return { token: await openSession(ctx, trx, arrival.userId, request), success: 'true' };
  });
}

/** The app's own origin ('' for ours): one of WEB_ORIGIN if the browser came from there. Anything else would be an open door. */
function originOf(ctx: Context, request: FastifyRequest): string {
  const { referer } = request.headers;
  const origin = referer && URL.canParse(referer) ? new URL(referer).origin : '';
  return ctx.settings.WEB_ORIGIN.includes(origin) ? origin : '';
}

function sendBack(reply: FastifyReply, origin: string, query: Record<string, string>): void {
  void reply
    .header('location', `${origin}${PAGES.oauthCallback}?${new URLSearchParams(query).toString()}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer');
}

function cookieOptions({ settings }: Context, maxAge: number) {
  return {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: settings.PUBLIC_URL.startsWith('https:'),
    maxAge,
  };
}

function readCheck(request: FastifyRequest): Check | null {
  try {
    return Check.parse(JSON.parse(Buffer.from(request.cookies[COOKIE] ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
