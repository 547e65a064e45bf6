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

/** Opens each page in both themes: no serious violation of WCAG 2.2 AA. Of the dark theme only the colours can differ. */
async function expectAccessible(page: Page, paths: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // before the page is opened: a theme that changes under axe is measured half and half
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await judge(page, `${path}, ${colorScheme}`, colorScheme === 'dark');
    }
  }
}

async function judge(page: Page, what: string, coloursOnly: boolean): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (coloursOnly) axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const words = serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect.soft(words, what).toEqual([]);
}

test.use({ allowedErrors: [/404/] });
test.slow();

test('the pages for visitors can be used by everybody', async ({ page, site }) => {
  const id = await site.addVideo({ title: 'A clip', is_featured: true, location_name: 'Lisbon' });
  await expectAccessible(page, [...FOR_VISITORS, `/video/${id}`]);
});

test('the pages for people signed in, too', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await expectAccessible(page, FOR_ADMINS);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await judge(page, 'the account menu', false);
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
