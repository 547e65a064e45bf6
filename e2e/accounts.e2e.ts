import { crc32, deflateSync } from 'node:zlib';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { expect, test, type Page } from './fixture.ts';

const password = 'correct horse';
const token = (page: Page) => page.evaluate(() => localStorage.getItem('vh_token'));
const exact = { exact: true };
/** A link of a mail as a path: the test's server listens on a port of its own. */
const pathIn = (mail: string, page: string) => new RegExp(`/${page}\\?token=[\\w-]+`).exec(mail)?.[0] ?? '';

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password', exact).fill(password);
  // in sight for password managers and the like
  await expect(page.getByLabel('Display name')).toBeVisible();
  await expect(page.getByLabel('Bio')).toBeVisible();
  // twice before the page draws, as where it is busy
  await page.getByRole('button', { name: 'Sign Up' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

async function logIn(page: Page, name: string, pass: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', exact).fill(pass);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('a user signs up, fills in the profile and signs out, which ends the session on the server too', async ({
  page,
}) => {
  await signUp(page, 'ann');
  await expect(page).toHaveURL('/');
  const session = await token(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  const image = dialog.getByLabel('Profile image');
  await image.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(40, 30) });
  await expect(page.getByText('Profile image updated')).toBeVisible();
  await expect(page.getByText('Profile image updated')).toBeHidden();
  await expect(page.getByAltText('Your profile image')).toHaveAttribute(
    'src',
    /\/media\/avatars\/.*256\.webp$/,
  );
  await image.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Please choose an image file.')).toBeVisible();
  await dialog.getByLabel('Display name').fill('Ann Bee');
  await dialog.getByLabel('Bio').fill('Likes <b>sun</b>');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Saved', exact)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Ann Bee' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Likes <b>sun</b>')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await token(page)).toBeNull();
  const me = () => page.request.get('/api/me', { headers: { authorization: `Bearer ${session}` } });
  // the page doesn't wait for it
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test.describe('errors', () => {
  test.use({ allowedErrors: [[/status of [45]\d\d/, /net::ERR_/], { scope: 'test' }] });

  test('sign-in reports a wrong password, and the password can be revealed', async ({ page, site }) => {
    await site.signUp('LOGIN_USER', 'cyd');
    await logIn(page, 'cyd', 'wrong password');
    await expect(page.getByText('Login failed', exact)).toBeVisible();
    await expect(page.getByText('Check your username and password.', exact)).toBeVisible();
    await expect(page.getByLabel('Password', exact)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', exact)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('password reset reports missing and expired tokens, short and mismatched passwords, network errors and failed auto-login @soak', async ({
    page,
  }) => {
    const submit = async (first: string, second: string) => {
      await page.getByLabel('New password').fill(first);
      await page.getByLabel('Confirm password').fill(second);
      await page.getByRole('button', { name: 'Reset password' }).click();
    };
    await page.goto('/reset-password');
    await expect(page.getByText('Missing or invalid token.')).toBeVisible();
    const opened = await page.goto('/reset-password?token=unknown');
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
    await submit('short', 'short');
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
    await submit('long enough', 'another one');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await submit('long enough', 'long enough');
    await expect(page.getByText('Reset failed. The link may be invalid or expired.')).toBeVisible();
    await page.route('**/api/auth/reset-password', (route) => route.abort());
    await submit('long enough', 'long enough');
    await expect(page.getByText('Network error. Please try again.')).toBeVisible();
    await page.unroute('**/api/auth/reset-password');
    await page.route('**/api/auth/reset-password', (route) =>
      route.fulfill({ json: { username: 'nobody' } }),
    );
    await submit('long enough', 'long enough');
    await expect(
      page.getByText('Password reset successful, but auto-login failed. Please login manually.'),
    ).toBeVisible();
  });

  test('a 401 on any authenticated call ends the session here', async ({ page, signIn, site }) => {
    const { token: session } = await signIn();
    // an event stream stays open as long as the page
    await page.route('**/api/me/events', (route) => route.fulfill({ status: 204 }));
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Role' })).toBeVisible();
    // what the page itself still asks for would be answered by 401, too
    await page.waitForLoadState('networkidle');
    await page.request.post(`${site.url}/api/auth/logout`, {
      headers: { authorization: `Bearer ${session}` },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await token(page)).toBeNull();
  });
});

test('a user resets a forgotten password by email and is signed in', async ({ page, site }) => {
  await site.signUp('LOGIN_USER', 'dora');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('dora@example.org');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Reset email sent')).toBeVisible();
  await expect(page.getByText('It expires in 1 hour')).toBeVisible();
  await page.goto(pathIn(await site.mailTo('dora@example.org', '^Reset'), 'reset-password'));
  await page.getByLabel('New password').fill('a new password');
  await page.getByLabel('Confirm password').fill('a new password');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a change of the token in another tab applies to this one @soak', async ({ page, context, site }) => {
  const { token: session } = await site.signUp('LOGIN_USER', 'eva');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await other.evaluate((value) => localStorage.setItem('vh_token', value), session);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('vh_token');
    window.dispatchEvent(new Event('auth-changed'));
  });
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

test('a user sees active sessions, ends one, and deletes the account @soak', async ({ page, site }) => {
  await signUp(page, 'hal');
  const elsewhere = await page.request.post('/api/auth/login', { data: { username: 'hal', password } });
  const other = (await bodyOf(elsewhere, WithToken)).token;
  await page.goto('/settings/security');
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: /^End session/ }).click();
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);
  expect(
    (await page.request.get('/api/me', { headers: { authorization: `Bearer ${other}` } })).status(),
  ).toBe(401);
  await page.getByRole('link', { name: 'Your data' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
  await dialog.getByLabel('Your username').fill('hal');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await site.mailTo('hal@example.org', 'deleted')).toContain('hal');
  expect((await page.request.post('/api/auth/login', { data: { username: 'hal', password } })).status()).toBe(
    401,
  );
});

/** A small PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 200)])),
  );
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
