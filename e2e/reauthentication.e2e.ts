import { expect, test, type Page } from './fixture.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

const password = 'correct horse';
test.use({ allowedErrors: [[/status of (403|422)/], { scope: 'test' }] });

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/');
  const answer = await page.request.post('/api/auth/register', {
    data: { username, email: `${username}@example.org`, password },
  });
  const { token } = await bodyOf(answer, WithToken);
  await page.evaluate((value) => localStorage.setItem('vh_token', value), token);
  await page.goto('/settings');
  await expect(page.getByLabel('Email')).toHaveValue(`${username}@example.org`);
}

test('a stale session asks for the password in place and keeps what was typed', async ({ page, site }) => {
  await signUp(page, 'kim');
  await site.ageSessions(16);
  await page.getByLabel('Email').fill('kim.new@example.org');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Your password').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText("This isn't your current password.")).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Failed to save')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('kim.new@example.org');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Email')).toHaveValue('kim.new@example.org');
});

test('a user who types the current password to change it is not asked twice @soak', async ({
  page,
  site,
}) => {
  await signUp(page, 'lea');
  await site.ageSessions(16);
  await page.goto('/settings/security');
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill('another horse');
    await page.getByLabel('Confirm new password').fill('another horse');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('wrong horse');
  await expect(page.getByText("This isn't your current password.")).toBeVisible();
  await change(password);
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('deleting the account asks for the password on top of its own dialog @soak', async ({ page, site }) => {
  await signUp(page, 'max');
  await site.ageSessions(16);
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Your username').fill('max');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
});
