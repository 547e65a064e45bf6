import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

// only this site has this name and colour
test.use({ server: 'settings' });

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

test('an owner makes the site their own, and another process follows', async ({
  page,
  browser,
  site,
  signIn,
}) => {
  const elsewhere = await site.secondProcess();
  const guest = await (await browser.newContext()).newPage();
  const owner = await signIn('GLOBAL_ADMIN');
  const open = (part: string) => page.goto(`/admin?tab=settings&part=${part}`);
  /** As a guest sees it in the other process. */
  const shows = async (path: string, check: () => Promise<unknown>) =>
    expect(async () => {
      await guest.goto(elsewhere + path);
      await check();
    }).toPass({ timeout: within(30_000) });

  await open('brand');
  await page.getByLabel('Site name').fill('Sunny Side');
  await page.getByRole('button', { name: 'Use #2367d1' }).click();
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><circle cx="5" cy="5" r="4" fill="teal"/></svg>',
    ),
  });
  await expect(page.getByRole('button', { name: 'Use default logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await saved(page);
  await expect(page.getByRole('banner').getByText('Sunny Side')).toBeVisible();
  await shows('/', async () => {
    await expect(guest).toHaveTitle(/^Sunny Side/, { timeout: 1 });
  });
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent');
  expect(await guest.evaluate(accent)).toContain('#2367d1');
  const logo = guest.getByRole('banner').locator('img').first();
  const ratio = () => logo.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight);
  await expect.poll(ratio).toBe(2);
  await expect.poll(() => page.evaluate(accent)).toContain('#2367d1');
  await expect(guest.getByRole('contentinfo').getByText('Privacy Policy')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Privacy Policy' })).toHaveCount(0);

  await open('shop');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Return policy').fill('Send it back within 30 days.');
  await page.getByLabel('Shipping price').fill('4,90');
  await page.getByLabel('Free shipping from').fill('150');
  await page.getByLabel('Shipping note', { exact: true }).fill('We ship every Tuesday.');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await shows('/shop', () =>
    expect(guest.getByText('€99.99').first()).toBeVisible({ timeout: within(2000) }),
  );
  await guest.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(guest.getByRole('status').filter({ hasText: 'added' })).toBeAttached();
  await guest.goto(`${elsewhere}/cart`);
  const summary = guest.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('Send it back within');
  await expect(summary).toContainText(/Shipping€4\.90Total€104\.89.*free from €150\.00We ship every Tuesday/);
  await guest.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(summary).toContainText(/ShippingFREETotal€199\.98/);

  await open('texts');
  await page.getByLabel('Page', { exact: true }).selectOption('Privacy Policy');
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.getByLabel('Text in Markdown').fill('## Cookies\n\nWe bake **none**.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Privacy Policy published')).toBeVisible();
  await shows('/', () =>
    guest
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Privacy Policy' })
      .click({ timeout: within(2000) }),
  );
  await expect(guest.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(guest.getByText('We bake none.')).toBeVisible();

  await open('connections');
  const sendTestTo = page.getByLabel('Send the test to');
  await expect(sendTestTo).toHaveValue(`${owner.username}@example.org`);
  await sendTestTo.fill('admin@localhost');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Please enter an email address you can check.')).toBeVisible();
  await sendTestTo.fill(`${owner.username}@example.org`);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test email was saved in')).toBeVisible();
  expect(await site.mailTo(`${owner.username}@example.org`, 'A test from Sunny Side')).toContain('settings');

  // who changed what, from and to
  await page.goto('/admin?tab=audit');
  await expect(page.getByText('Changed the settings').first()).toBeVisible();
  await expect(page.getByText('Sunny Side').first()).toBeVisible();
  await guest.context().close();
});
