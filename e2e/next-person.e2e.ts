import { expect, test, type Page, type Person } from './fixture.ts';

test.use({ allowedErrors: [/status of 40[14]/] });

/** As pages do it, without a new document. */
async function signIn(page: Page, { token }: Person): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('vh_token', value);
    window.dispatchEvent(new Event('auth-changed'));
  }, token);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

async function open(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const asMember = (page: Page, { token }: Person, path: string, data?: object) =>
  page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });

test('the next user of a tab sees nothing of the previous one', async ({ page, site }) => {
  const [one, two] = [await site.signUp('CONTENT_CREATOR'), await site.signUp('CONTENT_CREATOR')];
  await asMember(page, one, '/api/community/posts', { content: 'Written by the first one' });
  await page.goto('/community');
  await signIn(page, one);
  await page.goto('/community');
  await page.getByLabel('Write a post').fill('A draft of the first one');
  await page.getByRole('combobox', { name: 'Search' }).fill('secret wish');
  await page.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(page).toHaveURL(/secret\+wish|secret%20wish/);
  await open(page, 'Profile');
  await expect(page.getByText('Written by the first one')).toBeVisible();
  await open(page, 'Settings');
  await expect(page.getByLabel('Email')).toHaveValue(/@example.org/);
  await open(page, 'Sign out');

  await signIn(page, two);
  // what is asked for now never comes: whatever is shown was there before
  await page.route(/\/api\/(me|community\/posts\/mine|submissions|security|settings|exports)/, (route) =>
    route.request().url().endsWith('/api/me') ? route.continue() : new Promise<void>(() => {}),
  );
  await open(page, 'Profile');
  await expect(page.getByRole('heading', { name: 'My posts' })).toBeVisible();
  await expect(page.getByText('Written by the first one')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/community');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByLabel('Write a post')).toHaveValue('');
  await page.getByRole('combobox', { name: 'Search' }).focus();
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeAttached();
  await expect(page.getByRole('option', { name: 'secret wish' })).toHaveCount(0);
});

test('drafts of an ended session are restored only for the same user @soak', async ({ page, site }) => {
  const [one, two] = [await site.signUp(), await site.signUp()];
  const id = await site.addVideo({ title: 'Much discussed' });
  await page.goto(`/video/${id}`);
  const field = page.getByLabel('Write a comment');
  await field.fill('Begun as a guest');
  await page.waitForFunction(() => Object.values(sessionStorage).includes('Begun as a guest'));
  await signIn(page, one);
  await expect(page.getByLabel('Write a comment')).toHaveValue('Begun as a guest');
  await field.fill('Words of the first one');
  const leave = () =>
    page.evaluate(() => {
      localStorage.removeItem('vh_token');
      window.dispatchEvent(new Event('auth-changed'));
    });
  await leave();
  await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue('');
  await signIn(page, one);
  await expect(field).toHaveValue('Words of the first one');
  await leave();
  await page.reload();
  await signIn(page, two);
  await expect(field).toHaveValue('');
  await open(page, 'Sign out');
  await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible();
  const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(left).not.toContain('Words of the first one');
});

test('an order key is removed when the member who placed the order signs out @soak', async ({
  page,
  site,
}) => {
  const buyer = await site.signUp();
  const requests: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/\/api\/orders\/\d+$/.test(request.url())) requests.push(request.headers()['x-order-key']);
  });
  await page.goto('/');
  await signIn(page, buyer);
  await page.goto('/order-confirmation/987?key=of-the-member');
  await expect(page.getByText('Order not found', { exact: true })).toBeVisible();
  expect(requests.at(-1)).toBe('of-the-member');
  await open(page, 'Sign out');
  await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible();
  await page.goto('/order-confirmation/987');
  await expect(page.getByText('Order not found', { exact: true })).toBeVisible();
  expect(requests.at(-1)).toBeUndefined();
});
