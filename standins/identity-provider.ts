import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

/** Who signs in at the stand-in next. */
export interface Person {
  sub: string;
  email?: string;
  /** Some providers send it as a text. */
  email_verified?: boolean | 'true' | 'false';
  name?: string;
  picture?: string;
}

export interface IdentityStandin {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person at the keyboard from now on; null: they press Cancel. */
  person: Person | null;
  close(): Promise<void>;
}

const CLIENT = {
  client_id: 'lll',
  client_secret: 'a-secret-of-the-stand-in',
  grant_types: ['authorization_code'],
  response_types: ['code'],
};

/** A real OpenID provider on loopback, where everybody is signed in at once as `person`. */
export async function startIdentityProvider({
  redirectUris,
}: {
  redirectUris: string[];
}): Promise<IdentityStandin> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const provider = createProvider(issuer, redirectUris, people);
  const standin: IdentityStandin = {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    person: null,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const answer = provider.callback();
  http.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { person } = standin;
    if (person) people.set(person.sub, person);
    void provider.interactionFinished(
      request,
      response,
      person
        ? { login: { accountId: person.sub, remember: false } }
        : { error: 'access_denied', error_description: 'Cancelled' },
    );
  });
  return standin;
}

function createProvider(issuer: string, redirectUris: string[], people: Map<string, Person>): Provider {
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: redirectUris }],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: Context, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx: Context, sub: string) => ({
      accountId: sub,
      claims: () => people.get(sub) ?? { sub },
    }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}
