import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Sign-in by the identity provider. */
export const identityEndpoints = {
  beginIdentity: endpoint({
    method: 'GET',
    path: '/oauth2/authorization/google',
    access: 'public',
    /** `confirm`: re-authentication of a signed-in user; joins or creates no account. */
    query: z.object({
      confirm: z.literal('1').optional(),
      /** Which one, if two are set up; defaults to the first. */
      provider: z.enum(['1', '2'], 'Unknown provider.').optional(),
    }),
    status: 302,
    summary: 'Redirect to the identity provider, or to /oauth-callback?error=not_configured',
  }),
  finishIdentity: endpoint({
    method: 'GET',
    path: '/login/oauth2/code/google',
    access: 'public',
    status: 302,
    summary: "The identity provider's callback. Redirects to /oauth-callback",
  }),
};
