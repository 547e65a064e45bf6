import { z } from 'zod';
import { expect, test } from './fixture.ts';
import { bodyOf } from '#server/testing/client.ts';

test.use({ settings: { PAYMENTS: 'off' } });

test('the shop offers nothing for sale when payments are not set up @soak', async ({ page }) => {
  await page.goto('/shop');
  const pair = page.getByRole('article').filter({ hasText: 'Premium Black' });
  await expect(pair.getByText('$69.99')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
  await pair.getByRole('link', { name: 'Premium Black' }).click();
  await expect(page.getByRole('heading', { name: 'Premium Black' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
});

test('checkout with an old cart reports that payments are not set up, and offers no way to pay @soak', async ({
  page,
  site,
}) => {
  const [product] = await bodyOf(fetch(`${site.url}/api/products`), z.looseObject({}).array());
  await page.goto('/shop');
  await page.evaluate(
    (line) => localStorage.setItem('guestCart', JSON.stringify([{ ...line, quantity: 1 }])),
    product,
  );
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await expect(page.getByText('Payments aren’t set up on this site yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeHidden();
});
