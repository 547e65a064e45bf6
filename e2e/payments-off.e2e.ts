import { expect, test } from './fixture.ts';

test.use({ settings: { PAYMENTS: 'off' } });

test('where payments are not set up, the checkout says so and offers no way to pay', async ({ page }) => {
  await page.goto('/shop');
  await page
    .getByRole('article')
    .filter({ hasText: 'Premium Black' })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  await page.getByRole('button', { name: 'Cart, 1 items' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await expect(page.getByText('Payments are not set up on this site yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeHidden();
});
