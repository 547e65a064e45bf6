import type { FastifyReply, FastifyRequest } from 'fastify';
import { accounts } from '#contract/accounts/accounts.ts';
import { PAGES } from '#contract/site/pages.ts';
import { type IdentityProvider, IdentityRejected } from '#server/adapters/identity/identity.ts';
import { openIdentityProvider } from '#server/adapters/identity/openid.ts';
import type { Context } from '#server/app/context.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { listIdentityProviders, type ProviderSettings } from '#server/app/start/identity-providers.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { setCheckCookie, consumeCheck } from './identity-check.ts';
import { signInByIdentity } from './identity.actions.ts';

type ProviderId = ProviderSettings['id'];
type Provider = Pick<ProviderSettings, 'name' | 'issuer'> & { provider: IdentityProvider };

const CALLBACK = '/login/oauth2/code/google';

/** Sign-in by an identity provider (OpenID Connect). */
export const identityRoutes: Routes = (route) => {
  const open = new Map<ProviderId, { key: string; provider: IdentityProvider }>();
  const providerOf = ({ settings }: Context, id: ProviderId): Provider | null => {
    const found = listIdentityProviders(settings).find((each) => each.id === id);
    if (!found) return null;
    const { name, issuer, clientId, clientSecret } = found;
    // the owner may have changed it
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    let known = open.get(id);
    if (known?.key !== key) {
      known = { key, provider: openIdentityProvider({ issuer, clientId, clientSecret }) };
      open.set(id, known);
    }
    return { name, issuer, provider: known.provider };
  };

  route(accounts.beginIdentity, async ({ ctx, request, reply, query }) => {
    const provider = query.provider ?? '1';
    const method = { origin: originOf(ctx, request), confirm: query.confirm === '1', provider };
    const identityProvider = providerOf(ctx, provider);
    if (!identityProvider) return sendBack(ctx, reply, method, { error: 'not_configured' });
    try {
      const { url, check } = await identityProvider.provider.begin(ctx.settings.PUBLIC_URL + CALLBACK);
      await setCheckCookie(ctx, request, reply, { ...check, ...method });
      return void reply.header('location', url).header('cache-control', 'no-store');
    } catch (error) {
      ctx.log.warn('The identity provider cannot be reached.', { error });
      return sendBack(ctx, reply, method, { error: 'unavailable' });
    }
  });

  route(accounts.finishIdentity, async ({ ctx, request, reply }) => {
    const returned = new URL(request.url, ctx.settings.PUBLIC_URL);
    const check = await consumeCheck(ctx, request, reply, returned.searchParams.get('state') ?? '');
    const method = check ?? { origin: '', confirm: false, provider: '1' as const };
    const identityProvider = providerOf(ctx, method.provider);
    if (!identityProvider) return sendBack(ctx, reply, method, { error: 'not_configured' });
    if (!check) return sendBack(ctx, reply, method, { error: 'expired' });
    if (returned.searchParams.get('error') === 'access_denied')
      return sendBack(ctx, reply, method, { error: 'cancelled' });
    try {
      const identity = await identityProvider.provider.finish(returned, check);
      const result = await signInByIdentity(ctx, request, identity, { ...identityProvider, ...check });
      return sendBack(ctx, reply, method, result);
    } catch (error) {
      const rejected = error instanceof IdentityRejected || error instanceof HttpError;
      ctx.log[rejected ? 'info' : 'warn']('A sign-in by the identity provider failed.', { error });
      return sendBack(ctx, reply, method, { error: rejected ? 'rejected' : 'unavailable' });
    }
  });
};

/**
 * The app's own origin ('' for ours): one of WEB_ORIGIN if the browser came from there. Any other origin
 * would be an open redirect.
 */
function originOf(ctx: Context, request: FastifyRequest): string {
  const { referer } = request.headers;
  const origin = referer && URL.canParse(referer) ? new URL(referer).origin : '';
  return ctx.settings.WEB_ORIGIN.includes(origin) ? origin : '';
}

function sendBack(
  { settings }: Context,
  reply: FastifyReply,
  { origin, confirm, provider }: { origin: string; confirm: boolean; provider: ProviderId },
  params: Record<string, string>,
): void {
  // checked again on the callback: the setting may have changed
  const trusted = settings.WEB_ORIGIN.includes(origin) ? origin : '';
  const query = { ...params, ...(confirm && { confirm: '1' }), ...(provider !== '1' && { provider }) };
  void reply
    .header('location', `${trusted}${PAGES.oauthCallback}?${new URLSearchParams(query).toString()}`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer');
}
