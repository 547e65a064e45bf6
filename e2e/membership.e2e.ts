import { expect, test } from './fixture.ts';

// a site of its own for its settings: of ten sign-ups an hour from this machine eight are free
test.use({ settings: { RATE_LIMIT: 'on', LIMITS: 'signUpsPerAddress=10' } });

test('an administrator lets in who asks, and members invite @soak', async ({
  page,
  browser,
  site,
  signIn,
}) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=settings');
  await page.getByRole('tab', { name: 'Community' }).click();
  await page.getByLabel('Who can sign up').selectOption({ label: 'Approval required (People)' });
  await page.getByLabel('Question for new members').fill('What do you film?');
  await page.getByLabel('Let members invite people').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto('/signup');
  await guest.getByLabel('Username').fill('wanda');
  await guest.getByLabel('Email').fill('wanda@example.org');
  await guest.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.getByRole('button', { name: 'Send request' }).click();
  await expect(guest.getByText('Please answer the question.')).toBeVisible();
  await guest.getByLabel('What do you film?').fill('Birds in the harbour.');
  await guest.getByRole('button', { name: 'Send request' }).click();
  await expect(guest.getByRole('heading', { name: 'Your request is pending' })).toBeVisible();

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
  await guest.getByRole('button', { name: 'Create invitation' }).click();
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

test.describe('when very many sign up', () => {
  test.use({ allowedErrors: [/status of 428/] });

  test('a browser proves by itself that it is no robot', async ({ page, site, request }) => {
    const admin = await site.signUp('GLOBAL_ADMIN');
    const headers = { authorization: `Bearer ${admin.token}` };
    const { version } = (await (await request.get('/api/admin/sign-up', { headers })).json()) as object & {
      version: number;
    };
    await request.put('/api/admin/sign-up', { headers, data: { version, signUp: 'everybody' } });
    let status = 0;
    for (let n = 0; n < 9 && status !== 428; n += 1) {
      const data = {
        username: `crowd${n}`,
        email: `crowd${n}@example.org`,
        password: 'correct horse battery',
      };
      status = (await request.post('/api/auth/register', { data })).status();
    }
    expect(status).toBe(428);

    // the second call waits until the line was seen
    const line = page.locator('[aria-live="polite"]').getByText("Checking that you're not a robot…");
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/auth/register', async (route) => {
      if (route.request().headers()['proof-of-work']) await seen.promise;
      await route.continue();
    });
    await page.goto('/signup');
    await page.getByLabel('Username').fill('gina');
    await page.getByLabel('Email').fill('gina@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(line).toBeVisible();
    seen.resolve();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
});
