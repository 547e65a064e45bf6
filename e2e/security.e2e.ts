import { codeAt } from '#server/accounts/sign-in/two-factor.rules.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { dialogsClosed } from './dialog.ts';
import { expect, test, type Page } from './fixture.ts';

const password = 'correct horse';
test.use({ allowedErrors: [[/status of (401|403|422)/], { scope: 'test' }] });

/** Passkeys are bound to a domain, which an address of numbers is none. */
test.use({ baseURL: async ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')) });

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/');
  const answer = await page.request.post('/api/auth/register', {
    data: { username, email: `${username}@example.org`, password },
  });
  const { token } = await bodyOf(answer, WithToken);
  await page.evaluate((value) => localStorage.setItem('vh_token', value), token);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign-in & security' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in & security' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await dialogsClosed(page);
  await page.evaluate(() => localStorage.removeItem('vh_token'));
  await page.goto('/login');
}

/** A security key that the browser makes up, with a finger that always fits. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, named, signs in from autofill and by its button, and is removed', async ({
  page,
  site,
}) => {
  await addAuthenticator(page);
  await signUp(page, 'pia');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Passkey name').fill('My phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('never used')).toBeVisible();

  // the suggestions take it by themselves: the key answers at once
  await signOut(page);
  await page.getByLabel('Username').focus();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  // a browser that makes no suggestions
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();

  await site.ageSessions(16);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Rename My phone' }).click();
  await page.getByLabel('Passkey name').fill('Old phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Remove Old phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await expect(page.getByText('Passkey removed · Old phone')).toBeVisible();
});

test('two-factor is turned on, required at sign-in and for sensitive actions, and turned off @soak', async ({
  page,
  site,
}) => {
  await signUp(page, 'sam');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const uri = (await dialog.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? '';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() - 30_000));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const items = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('Two-factor authentication turned on')).toBeVisible();

  await signOut(page);
  await page.getByLabel('Username').fill('sam');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();

  await site.ageSessions(16);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  const reauthentication = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await reauthentication.getByLabel('Your password').fill(password);
  await reauthentication.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await reauthentication.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect(page.getByText('Two-factor authentication turned off')).toBeVisible();
});
