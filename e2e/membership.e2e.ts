import { expect, test } from './fixture.ts';

// a site of its own for its settings: of ten sign-ups an hour from this machine eight are free
test.use({ settings: { RATE_LIMIT: 'on', LIMITS: 'signUpsPerAddress=10' } });

test.describe('during a flood of sign-ups', () => {
  test.use({ allowedErrors: [/status of 428/] });

  test('a browser passes the robot check on its own', async ({ page, site, request }) => {
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
