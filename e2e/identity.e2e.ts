import { freePort } from '#server/testing/process.ts';
import { type IdentityStandin, startIdentityProvider } from '#standins/identity-provider.ts';
import { expect, test as base } from './fixture.ts';

/** A site that knows an identity provider, which in turn knows the site's address. */
const test = base.extend<{ provider: IdentityStandin & { port: number } }>({
  provider: async ({ persisted }, use) => use(await persisted.once('identity provider', startProvider)),
  settings: async ({ provider: { port, issuer, clientId, clientSecret } }, use) =>
    use({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: issuer,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
    }),
});

test('a user signs in with the identity provider, cancels, or is asked to sign in with the password first @soak', async ({
  page,
  context,
  site,
  provider,
}) => {
  provider.person = { sub: 'ivy', email: 'ivy@example.org', email_verified: true, name: 'Ivy' };
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/token=/);
  await page.goto('/settings');
  await expect(page.getByLabel('Email')).toHaveValue('ivy@example.org');
  await expect(page.getByText('Email confirmed')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  // the provider would remember who was there last
  await context.clearCookies();
  provider.person = null;
  await page.goto('/signup');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/login?error=oauth_failed');
  await expect(page.getByText('You cancelled the sign-in with Google.')).toBeVisible();

  await site.signUp('LOGIN_USER', 'jon');
  await context.clearCookies();
  provider.person = { sub: 'jon', email: 'jon@example.org', email_verified: true };
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page.getByText('An account with this email address already exists.')).toBeVisible();
});

test.describe('a session that is no longer fresh', () => {
  test.use({ allowedErrors: [[/status of 403/], { scope: 'test' }] });

  test('is confirmed with the provider in another window, and preserves what was typed @soak', async ({
    page,
    context,
    site,
    provider,
  }) => {
    provider.person = { sub: 'mia', email: 'mia@example.org', email_verified: true };
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await page.goto('/settings/security');
    await site.ageSessions(16);
    await page.getByLabel('New password', { exact: true }).fill('my own horse');
    await page.getByLabel('Confirm new password').fill('my own horse');
    await page.getByRole('button', { name: 'Set password' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('dialog').getByRole('link', { name: 'Confirm with Google' }).click();
    const other = await opened;
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect.poll(() => other.isClosed()).toBe(true);
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  });
});

async function startProvider() {
  const port = await freePort();
  const redirectUris = [`http://127.0.0.1:${port}/login/oauth2/code/google`];
  return Object.assign(await startIdentityProvider({ redirectUris }), { port });
}
