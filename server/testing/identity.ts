import { startIdentityProvider, type IdentityStandin } from '#standins/identity-provider.ts';
import { startTestSite, type Fetch, type TestSite } from './site.ts';

const CALLBACK = '/login/oauth2/code/google';

/** A site at `publicUrl` where one may sign in with a provider on loopback, too. Close that after the tests. */
export async function startSiteWithProvider(
  publicUrl: string,
  settings: Record<string, string>,
  options?: Parameters<typeof startTestSite>[1],
): Promise<{ site: TestSite; standin: IdentityStandin }> {
  const standin = await startIdentityProvider({ redirectUris: [publicUrl + CALLBACK] });
  const site = await startTestSite(
    {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: standin.issuer,
      GOOGLE_CLIENT_ID: standin.clientId,
      GOOGLE_CLIENT_SECRET: standin.clientSecret,
      ...settings,
    },
    options,
  );
  return { site, standin };
}

/** Follows a browser to the stand-in of the identity provider; returns the path it is redirected back to. */
export async function goToProvider(
  browser: Fetch,
  publicUrl: string,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<string> {
  const started = await browser(`/oauth2/authorization/google${query}`, { headers });
  let url = started.headers.get('location') ?? '';
  if (started.status !== 302 || !URL.canParse(url)) throw new Error(`${started.status}, sent to '${url}'.`);
  const jar = new Map<string, string>();
  for (let hops = 0; hops < 12 && !url.startsWith(publicUrl + CALLBACK); hops += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie())
      jar.set(
        cookie.slice(0, cookie.indexOf('=')),
        cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')),
      );
    url = new URL(answer.headers.get('location') ?? '', url).href;
  }
  return url.slice(publicUrl.length);
}

/** The site's response to a returning browser: the redirect target and its query. */
export async function comeBack(browser: Fetch, publicUrl: string, path: string) {
  const answer = await browser(path);
  const location = answer.headers.get('location') ?? '';
  return { answer, location, params: Object.fromEntries(new URL(location, publicUrl).searchParams) };
}

/** There and back. */
export const browse = async (browser: Fetch, publicUrl: string, query = '') =>
  comeBack(browser, publicUrl, await goToProvider(browser, publicUrl, { query }));
