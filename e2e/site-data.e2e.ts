import { expect, test, type Page } from './fixture.ts';

/** `window.localStorage` in a browser that blocks this site's storage. */
const KINDS = {
  'site data blocked': (page: Page) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: refuse });
    }),
  'full storage': (page: Page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('exceeded the quota.', 'QuotaExceededError');
      };
    }),
};

/** By links, as loading a document again ends the visit. */
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

for (const [kind, limit] of Object.entries(KINDS)) {
  const soak = kind === 'full storage' ? ' @soak' : '';
  test.describe(`with ${kind}`, () => {
    test(`every page loads @soak`, async ({ page }) => {
      await limit(page);
      for (const [path, heading] of [
        ['/login', 'Welcome back'],
        ['/signup', 'Create your account'],
        ['/cart', 'Shopping Cart'],
        ['/shop', 'Sunglasses Collection'],
        ['/community', 'Community'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      }
    });

    test(`cart, theme and sign-in last for the visit${soak}`, async ({ page, request }) => {
      await limit(page);
      const username = `kept-${kind.length}-${Date.now() % 1e6}`;
      const password = 'correct horse battery';
      const person = { username, email: `${username}@example.org`, password, displayName: 'Kay' };
      const answer = await request.post('/api/auth/register', { data: { ...person, profileImageUrl: null } });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
      await page.goto('/shop');
      await page
        .getByRole('article')
        .filter({ hasText: 'Orange Vibes' })
        .getByRole('button', { name: 'Add to Cart' })
        .click();
      await expect(page.getByRole('button', { name: 'Cart, 1 items' })).toBeVisible();
      await page.getByRole('button', { name: 'Dark theme' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await follow(page, 'Login');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cart, 1 items' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });

    test(`a view is counted once, and a token is removed from the URL @soak`, async ({ page, site }) => {
      await limit(page);
      const id = await site.addVideo({ title: 'Counted all the same' });
      const counted: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(`/videos/${id}/view`)) counted.push(request.url());
      });
      await page.goto(`/video/${id}`);
      await expect.poll(() => counted).toHaveLength(1);
      // away and back within the visit
      await follow(page, 'Shop');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sunglasses/);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Counted all the same' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(counted).toHaveLength(1);
      const { token } = await site.signUp();
      await page.goto(`/oauth-callback?success=true&token=${token}`);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    });
  });
}

test.describe('when the cart page reloads for its payment provider', () => {
  test.use({
    server: 'paypal without storage',
    settings: { PAYMENTS: 'paypal', PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' },
  });

  test('its items are still there with site data blocked @soak', async ({ page }) => {
    await KINDS['site data blocked'](page);
    await page.goto('/shop');
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await page.getByRole('button', { name: 'Cart, 1 items' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('button', { name: /^Increase quantity/ })).toBeVisible();
  });
});
