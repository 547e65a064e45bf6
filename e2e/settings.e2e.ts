import { expect, test, type Page } from './fixture.ts';

// only this site has this name and colour
test.use({ server: 'settings' });

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

test('an owner makes the site their own, and guests see it', async ({ page, browser, site, signIn }) => {
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await signIn('GLOBAL_ADMIN');
  const open = (part: string) => page.goto(`/admin?tab=settings&part=${part}`);

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
  await guest.goto('/');
  await expect(guest).toHaveTitle(/^Sunny Side/);
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent');
  expect(await guest.evaluate(accent)).toContain('#2367d1');
  const logo = guest.getByRole('banner').locator('img').first();
  const ratio = () => logo.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight);
  await expect.poll(ratio).toBe(2);
  await expect.poll(() => page.evaluate(accent)).toContain('#2367d1');
  await expect(guest.getByRole('contentinfo').getByText('Privacy Policy')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Privacy Policy' })).toHaveCount(0);

  await open('texts');
  await page.getByLabel('Page', { exact: true }).selectOption('Privacy Policy');
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.getByLabel('Text in Markdown').fill('## Cookies\n\nWe bake **none**.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Privacy Policy published')).toBeVisible();
  await guest.goto('/');
  await guest.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(guest.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(guest.getByText('We bake none.')).toBeVisible();

  // who changed what, from and to
  await page.goto('/admin?tab=audit');
  await expect(page.getByText('Changed the settings').first()).toBeVisible();
  await expect(page.getByText('Sunny Side').first()).toBeVisible();
  await guest.context().close();
});
