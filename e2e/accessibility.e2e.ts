import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from './fixture.ts';
import { FOR_ADMINS, FOR_VISITORS, fillSite, post, press, type Act, type PageUnderTest } from './pages.ts';

/** Checked on every change; all pages in `npm run soak`. */
const SAMPLE = new Set(['home', 'feed', 'upload dialog']);

const SMALL = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
/** All of the header is there, in the least room. */
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1440, height: 900 };

type Look = [name: string, size: typeof PHONE, colorScheme: 'light' | 'dark'];
const LOOKS: Look[] = [
  ['dashboard', DESKTOP, 'light'],
  ['phone', PHONE, 'dark'],
  ['dashboard', DESKTOP, 'dark'],
  ['phone', PHONE, 'light'],
];
const SOAK = process.env['SOAK'] === '1';
const pagesOf = (pages: Record<string, PageUnderTest>) =>
  [...Object.entries(pages).entries()].filter(([, [name]]) => SOAK || SAMPLE.has(name));

/**
 * Axe finds nothing at all, and nothing scrolls sideways: on a dashboard or on a phone, turn about; in `npm run soak` each
 * place on both, in both themes, which /design shows every part in here, too.
 */
async function expectUsable(page: Page, [path, act]: PageUnderTest, at: number): Promise<void> {
  const looks = SOAK ? LOOKS : LOOKS.slice(at, at + 1);
  await page.setViewportSize(DESKTOP);
  await page.goto(path);
  await expect(page.locator('h1')).toBeVisible();
  await act?.(page);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const [name, size, colorScheme] of looks) {
    await page.setViewportSize(size);
    await evaluate(page, name, colorScheme);
  }
  for (const size of [TABLET, SMALL]) {
    await page.setViewportSize(size);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, 'scrolls sideways').toBeLessThanOrEqual(size.width);
  }
  if (path !== '/') expect.soft(await page.title(), 'title').toMatch(/^.+ · LLL$/);
}

async function evaluate(
  page: Page,
  name: string,
  colorScheme: 'light' | 'dark',
  within = 'html',
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // what has been scrolled behind the header is no small target
  if (within === 'html') await page.evaluate(() => scrollTo(0, 0));
  // drawn in the new theme and size
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  // its other mode opens a page of its own each time, for frames of other sites
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .include(within)
    .analyze();
  const problems = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, any }) => `${impact} ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
  expect.soft(problems, `${name}, ${colorScheme}`).toEqual([]);
}

// so many pages that new tabs would be a tenth of the time
test.use({ allowedErrors: [/404/] });
test.describe.configure({ mode: 'parallel' });

test.describe('accessibility for visitors', () => {
  for (const [at, [name, path]] of pagesOf(FOR_VISITORS))
    test(name, async ({ page, site }) => {
      await fillSite(page, site);
      await expectUsable(page, path, at % 2);
    });

  test('own video', async ({ page, site }) => {
    const { video } = await fillSite(page, site);
    await expectUsable(page, [`/video/${video}`], 0);
  });

  test('embedded video @soak', async ({ page, site }) => {
    const { embedded } = await fillSite(page, site);
    await expectUsable(page, [`/video/${embedded}`], 1);
  });
});

test.describe('accessibility when signed in', () => {
  for (const [at, [name, path]] of pagesOf(FOR_ADMINS))
    test(name, async ({ page, site, signIn }) => {
      await fillSite(page, site);
      const { token } = await signIn('GLOBAL_ADMIN');
      await post(page, token, 'Mine, see https://example.org');
      await expectUsable(page, path, at % 2);
    });

  test('studio', async ({ page, site, signIn }) => {
    const { id } = await signIn('GLOBAL_ADMIN');
    const video = await site.addVideo({ title: 'Mine', uploader_id: id });
    await expectUsable(page, ['/studio', press('Actions for Mine')], 0);
    await expectUsable(page, [`/studio/${video}`], 1);
  });

  test('bell @soak', async ({ page, site, signIn }) => {
    const { username } = await signIn('GLOBAL_ADMIN');
    await post(page, (await site.signUp()).token, `Good morning, @${username}`);
    const open: Act = async () => {
      await press('Notifications, 1 unread')(page);
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    };
    await expectUsable(page, ['/', open], 0);
    await expectUsable(page, ['/notifications'], 1);
  });

  test('creator @soak', async ({ page, signIn }) => {
    const me = await signIn('GLOBAL_ADMIN');
    await post(page, me.token, 'Mine');
    await expectUsable(page, [`/creators/${me.username}`], 1);
  });
});

test('every part of the design system is accessible in all its states @soak', async ({ page }) => {
  // every part twice: a large page to walk
  test.slow();
  await page.setViewportSize(DESKTOP);
  await page.goto('/design');
  await expect(page.getByRole('heading', { name: 'Maps' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Map of filming locations' })).toBeVisible();
  await press('Show a clip that doesn’t load')(page);
  await expect(page.getByText('Couldn’t load this video.')).toBeVisible();
  if (SOAK) await evaluate(page, 'all parts on a dashboard', 'light');
  for (const kind of SOAK ? ['ok', 'info', 'warn', 'bad'] : []) {
    await press(`Toast: ${kind}`)(page);
    await expect(page.getByText(`A toast: ${kind}`)).toBeVisible();
    await evaluate(page, `toast: ${kind}`, 'light', '[aria-label=Notices]');
  }
  await press('Menu, light')(page);
  await evaluate(page, 'an open menu on a dashboard', 'dark', '[role=menu]');
  await page.setViewportSize(PHONE);
  await evaluate(page, 'all parts on a phone', 'dark');
  const dialogs = [
    'Dialog',
    ...(SOAK ? ['Question for a reason', 'Wide dialog', 'Locked dialog', 'Question'] : []),
  ];
  for (const name of dialogs) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await evaluate(page, `${name} on a phone`, 'light', 'dialog');
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.setViewportSize(SMALL);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, 'scrolls sideways').toBeLessThanOrEqual(SMALL.width);
});

const OVER_THE_PAGE: [what: string, path: string, opens: Act][] = [
  ['menu', '/shop', press('Account menu')],
  [
    'report',
    '/community',
    async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
    },
  ],
  ['puzzle', '/nowhere', press('play a round of blocks')],
  ['upload', '/', press('Upload or record a video')],
];

/** A sheet and a large dialog; the others in `npm run soak`. */
const OF_EACH_KIND = new Set(['menu', 'upload']);

test('an overlay traps focus, closes on Escape and Back, and restores focus', async ({
  page,
  site,
  signIn,
}) => {
  const other = await site.signUp();
  await post(page, other.token, 'Something to report');
  await signIn('CONTENT_CREATOR');
  await page.setViewportSize(PHONE);
  await page.goto('/creators');
  for (const [what, path, opens] of SOAK
    ? OVER_THE_PAGE
    : OVER_THE_PAGE.filter(([what]) => OF_EACH_KIND.has(what))) {
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML ?? '');
    const width = () => page.evaluate(() => document.querySelector('main')?.clientWidth);
    const before = await width();
    await opens(page);
    await expect(dialog, what).toBeVisible();
    expect(await width(), `${what} leaves the page behind as wide as it was`).toBe(before);
    for (let presses = 0; presses < 30; presses++) await page.keyboard.press('Tab');
    const outside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(outside, `${what} keeps the focus`).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog, what).toBeHidden();
    expect(await focused(), `${what} gives the focus back`).toMatch(/^<button/);

    await opens(page);
    await expect(dialog, what).toBeVisible();
    await page.goBack();
    await expect(dialog, what).toBeHidden();
    await expect(page).toHaveURL(path);
  }
  // however it is closed, it leaves no history entry
  await page.goto('/creators');
  await press('Account menu')(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Community' }).click();
  await expect(page).toHaveURL('/community');
  await page.goBack();
  await expect(page).toHaveURL('/creators');
});

test('keyboard users can skip to the content with one press', async ({ page }) => {
  await page.goto('/videos');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
