import { expect, test } from './fixture.ts';

test('an error clears once its field is valid, returns on blur, and submitting focuses the first invalid field', async ({
  page,
}) => {
  await page.goto('/signup');
  const username = page.getByLabel('Username');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const wrongName = page.getByText('A username has 3 to 30 letters');
  const wrongEmail = page.getByText('Please enter a valid email address.');
  // tabbing through an empty field shows no error
  await username.focus();
  await email.focus();
  await email.pressSequentially('ann');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await password.focus();
  await expect(wrongEmail).toBeVisible();
  await expect(page.getByText('Please enter a username.')).toBeHidden();
  await email.press('End');
  await email.pressSequentially('@example.org');
  await expect(wrongEmail).toBeHidden();
  await expect(email).not.toHaveAttribute('aria-invalid');

  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(username).toBeFocused();
  await expect(page.getByText('Please enter a username.')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await username.pressSequentially('an');
  await expect(wrongName).toBeVisible();
  await username.pressSequentially('n');
  await expect(wrongName).toBeHidden();
  // a message about strength never appears next to one about length
  await password.fill('9$kQ!zx');
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Strength' })).toBeHidden();
  await password.fill('9$kQ!zx otters');
  await expect(page.getByText('Password must be at least 8 characters')).toBeHidden();
  await expect(page.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', 'Strong');
});

test.describe('a field that the server rejects', () => {
  test.use({ allowedErrors: [/status of 409/] });

  test('is focused, and shows the error until it is changed', async ({ page, site, signIn }) => {
    await site.signUp('LOGIN_USER', 'taken');
    await signIn();
    await page.goto('/settings');
    const username = page.getByLabel('Username');
    await username.fill('Taken');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This username is already taken.')).toBeVisible();
    await expect(username).toBeFocused();
    await username.pressSequentially('9');
    await expect(page.getByText('This username is already taken.')).toBeHidden();
  });
});
