import { publishVideo, smallVideo } from './videos.ts';
import { expect, test, type Page } from './fixture.ts';
import { translator } from './translator.ts';

test.use({ server: 'languages', settings: { PAYMENTS: 'test' } });

const DIRECTIONS = { de: 'ltr', ar: 'rtl' } as const;

const choose = async (page: Page, language: keyof typeof DIRECTIONS) => {
  await page.goto(`/?lang=${language}`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', DIRECTIONS[language]);
};

/** No element is off-screen. */
const expectNoSideways = async (page: Page) =>
  expect(
    await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    }),
    page.url(),
  ).toBeLessThanOrEqual(0);

// each of the two kinds in one language, the other in `npm run soak`
for (const [language, visitors, creators] of [
  ['de', ' @soak', ' @soak'],
  ['ar', '', ' @soak'],
] as const) {
  const text = translator(language);

  test(`a visitor watches, comments and buys in ${language}${visitors}`, async ({ page, site, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const title = `Balloons, seen in ${language}`;
    const id = await publishVideo(request, site, title, await smallVideo());
    await choose(page, language);
    await expectNoSideways(page);
    await page.getByRole('link', { name: title }).first().click();
    await expect(page).toHaveURL(`/video/${id}`);
    await page
      .getByRole('group', { name: text('Player: {0}', { 0: title }) })
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.play());
    const like = page.getByRole('button', { name: text('Like') }).first();
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await page.getByLabel(text('Your name (optional)')).fill('Ada');
    await page.getByLabel(text('Write a comment')).fill('What a morning!');
    await page.getByRole('button', { name: text('Post comment') }).click();
    const comments = page.getByRole('region', { name: text('Comments') });
    await expect(comments.getByRole('article').filter({ hasText: 'What a morning!' })).toContainText('Ada');
    await expectNoSideways(page);

    await page.goto('/shop');
    await page
      .getByRole('button', { name: text('Add to Cart') })
      .first()
      .click();
    await expect(page.getByRole('link', { name: text('View cart') })).toBeVisible();
    await page.goto('/cart');
    await page.getByRole('button', { name: text('Proceed to Checkout') }).click();
    for (const [label, value] of [
      [text('Full Name'), 'Ann Buyer'],
      [text('Address'), '1 Sunny Street'],
      [text('City'), 'Miami'],
      [text('State', {}, 'of an address'), 'FL'],
      [text('ZIP Code'), '33101'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await expectNoSideways(page);
    await page.getByRole('button', { name: text('Pay with PayPal') }).click();
    await page.getByRole('button', { name: 'PayPal', exact: true }).click();
    // the provider's window: pay, decline, break, return
    await page.getByRole('dialog').getByRole('button').first().click();
    await expect(page.getByRole('heading', { name: text('Order Confirmed!') })).toBeVisible();
    await expect(page.getByText(text('PAID'), { exact: true })).toBeVisible();
    await expectNoSideways(page);
  });

  test(`a creator uploads and an admin approves in ${language}${creators}`, async ({
    page,
    site,
    signIn,
    browser,
  }) => {
    const title = `Uploaded in ${language}`;
    const { id } = await signIn('CONTENT_CREATOR');
    await choose(page, language);
    await page.getByRole('button', { name: text('Upload or record a video') }).click();
    const dialog = page.getByRole('dialog', { name: text('Upload or record a video') });
    await dialog.getByLabel(text('Video file')).setInputFiles(await smallVideo());
    await dialog.getByRole('textbox', { name: text('Title') }).fill(title);
    // its value is what the wire knows, in every language
    await dialog.getByLabel(text('Category')).selectOption('Business');
    await dialog.getByRole('button', { name: text('Submit for review') }).click();
    await expect(page.getByText(text('Your video has been submitted for review.'))).toBeVisible();
    expect(id).toBeGreaterThan(0);

    const { token } = await site.signUp('GLOBAL_ADMIN');
    const context = await browser.newContext({ baseURL: site.url });
    await context.addInitScript((value) => {
      // a sandboxed frame has no storage
      if (origin !== 'null') localStorage.setItem('vh_token', value);
    }, token);
    const admin = await context.newPage();
    await choose(admin, language);
    await admin.goto('/admin?tab=submissions');
    const item = admin.getByRole('listitem').filter({ has: admin.getByRole('heading', { name: title }) });
    await item.getByRole('button', { name: text('Approve'), exact: true }).click();
    await expect(item.getByText(text('APPROVED'), { exact: true })).toBeVisible();
    await context.close();
  });
}

test('a member chooses the account’s language in its menu, and it applies after signing in elsewhere @soak', async ({
  page,
  browser,
  site,
  request,
}) => {
  const german = translator('de');
  const person = { username: 'lena', password: 'correct horse battery' };
  const response = await request.post('/api/auth/register', {
    data: { ...person, email: 'lena@example.org' },
  });
  expect(response.status()).toBe(201);
  const logIn = async (on: Page) => {
    await on.goto('/login?next=/community');
    await on.getByLabel('Username').fill(person.username);
    await on.getByLabel('Password', { exact: true }).fill(person.password);
    await on.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await logIn(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('banner').getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: german('Account menu') })).toBeVisible();

  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  const headings: string[] = [];
  await elsewhere.exposeFunction('note', (text: string) => headings.push(text));
  await elsewhere.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => {
        const { note: record } = window as never as { note(text: string): void };
        if (location.pathname === '/community') record(document.documentElement.lang);
      }).observe(document, { childList: true, subtree: true }),
    ),
  );
  await logIn(elsewhere);
  await expect(elsewhere).toHaveURL('/community');
  await expect(elsewhere.getByRole('button', { name: german('Account menu') })).toBeVisible();
  expect(new Set(headings), 'no page in another language comes in between').toEqual(new Set(['de']));
});
