import { expect, test } from './fixture.ts';

// its settings are nobody else's
test.use({ server: 'settings' });

test('an administrator lets in who asks, and members invite', async ({ page, browser, site, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=settings');
  await page.getByRole('tab', { name: 'Community' }).click();
  await page
    .getByLabel('Who may make an account')
    .selectOption({ label: 'Whom an administrator lets in (People)' });
  await page.getByLabel('Question to those who ask').fill('What do you film?');
  await page.getByLabel('Members may invite people').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto('/signup');
  await guest.getByLabel('Username').fill('wanda');
  await guest.getByLabel('Email').fill('wanda@example.org');
  await guest.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.getByRole('button', { name: 'Send the request' }).click();
  await expect(guest.getByText('Please answer the question.')).toBeVisible();
  await guest.getByLabel('What do you film?').fill('Birds in the harbour.');
  await guest.getByRole('button', { name: 'Send the request' }).click();
  await expect(guest.getByRole('heading', { name: 'Your request is waiting' })).toBeVisible();

  await page.goto('/admin?tab=people');
  await expect(page.getByText('Birds in the harbour.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve wanda' }).click();
  await expect(page.getByText('wanda is a member now')).toBeVisible();
  expect(await site.mailTo('wanda@example.org', 'your request was approved')).toContain(
    '/verify-email?token=',
  );

  await guest.goto('/login');
  await guest.getByLabel('Username').fill('wanda');
  await guest.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(guest.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await guest.goto('/settings');
  await guest.getByRole('button', { name: 'Make an invitation' }).click();
  const link = await guest.getByText('/signup?invitation=').textContent();

  const friend = await (await browser.newContext()).newPage();
  await friend.goto(site.url + link?.slice(link.indexOf('/signup')));
  await expect(friend.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await friend.getByLabel('Username').fill('fritz');
  await friend.getByLabel('Email').fill('fritz@example.org');
  await friend.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await friend.getByRole('button', { name: 'Sign Up' }).click();
  await expect(friend.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Invited by wanda').first()).toBeVisible();
});

test('a member asks for all their data, and brings some in', async ({ page, signIn }) => {
  await signIn('LOGIN_USER');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(page.getByText(/^(Being prepared…|Ready)/)).toBeVisible();
  // one of another site is brought in, and what is none is told
  const buffer = Buffer.from('PK, and nothing else');
  await page
    .getByLabel('Import from an export')
    .setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText('This file is damaged, or not a ZIP file.')).toBeVisible({ timeout: 30_000 });
});
