import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from './fixture.ts';

const FOR_VISITORS = [
  '/',
  '/videos',
  '/community',
  '/shop',
  '/cart',
  '/creators',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=x',
  '/nowhere',
];
const FOR_ADMINS = ['/profile', '/settings', '/admin', '/admin-orders', '/nearby'];

/** No serious violation of WCAG 2.2 AA; of the dark theme only the colours can differ. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page });
    if (colorScheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
    else axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect
      .soft(
        serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        `${path}, ${colorScheme}`,
      )
      .toEqual([]);
  }
}

test.use({ allowedErrors: [/404/] });
test.slow();

test('the pages for visitors can be used by everybody', async ({ page, site }) => {
  const id = await site.addVideo({ title: 'A clip', is_featured: true, location_name: 'Lisbon' });
  for (const path of [...FOR_VISITORS, `/video/${id}`]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test('the pages for people signed in, too', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  for (const path of FOR_ADMINS) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the account menu');
});

test('no page scrolls sideways on a small phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const title = 'Averyveryverylongwordwithoutanyspaceinitthatcouldbreakalayout '.repeat(2);
  const id = await site.addVideo({ title, is_featured: true });
  for (const path of [...FOR_VISITORS, `/video/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(320);
  }
});
