import type { PaypalServer } from '#standins/paypal/listen.ts';
import {
  addProduct,
  addToCart,
  expect,
  fillAddress,
  fillShipping,
  openPayment,
  test,
  type Page,
} from './shopping.ts';
import { within } from './slow.ts';

test.use({
  allowedErrors: [
    [/status of (404|409|422|503|500)/, /ERR_FAILED|ERR_CONNECTION|Failed to load the PayPal JS SDK/],
    { option: true },
  ] as never,
});

const capturesOf = ({ orders }: PaypalServer) => [...orders.values()].filter(({ capture }) => capture).length;

/** The provider's buttons are gone, and the link to them is back. */
async function expectPaymentClosed(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
}

test('cancelled, declined and broken payments close the payment view, errors are shown, and the next try works', async ({
  page,
  paypal,
}) => {
  const before = capturesOf(paypal);
  await addToCart(page, 'Orange Vibes');
  await page.goto('/cart');
  await fillShipping(page);
  await page.getByRole('button', { name: 'Cancel and return' }).click();
  await expectPaymentClosed(page);
  await expect(page.getByText('Payment failed. Please try again.')).toBeHidden();
  for (const failure of ['Decline the payment', 'Simulate an error']) {
    await openPayment(page);
    await page.getByRole('button', { name: failure }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Payment failed. Please try again.' });
    await expect(alert).toBeVisible();
    await expectPaymentClosed(page);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert).toBeHidden();
  }
  expect(capturesOf(paypal)).toBe(before);
  await openPayment(page);
  await page.getByRole('button', { name: /^Pay \$99\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
});

test('checkout reports an outage of the provider, and recovers when its script fails to load at first @soak', async ({
  page,
  paypal,
}) => {
  await addToCart(page, 'Orange Vibes');
  await page.goto('/cart');
  paypal.switches.status = 500;
  await fillAddress(page);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  await expectPaymentClosed(page);
  paypal.switches.status = null;
  await page.route('**/sdk/js*', (route) => route.abort());
  await page.reload();
  await fillAddress(page);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await expect(page.getByText('Failed to load the PayPal JS SDK script.')).toBeVisible();
  await page.unroute('**/sdk/js*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
});

test('an order that cannot be saved after payment shows the transaction ID, and the cart stays @soak', async ({
  page,
  paypal,
}) => {
  await addToCart(page, 'Orange Vibes');
  await page.goto('/cart');
  await fillShipping(page);
  let tries = 0;
  await page.route('**/api/orders', async (route) => {
    tries += 1;
    await route.abort();
  });
  await page.getByRole('button', { name: /^Pay \$99\.99/ }).click();
  await expect(
    page.getByText(
      'Payment successful but failed to save order. Please contact support with your PayPal transaction ID.',
    ),
  ).toBeVisible({ timeout: within(20_000) });
  await expect(page.getByText(`Transaction ID: ${[...paypal.orders.keys()].at(-1)}`)).toBeVisible();
  expect(tries).toBeGreaterThan(1);
  await expectPaymentClosed(page);
  await expect(page.getByText('Items (1)')).toBeVisible();
});

test('a price change is reported, both since adding to the cart and since the total was shown @soak', async ({
  page,
  site,
}) => {
  const product = await addProduct(site, { name: 'Moody Shades', price: 20 });
  await addToCart(page, 'Moody Shades');
  await product.change({ price: 25.5 });
  const notice = page.getByText('The price has changed from $20.00 to $25.50 since you added it.');
  await page.goto('/cart');
  await expect(notice).toBeVisible();
  await expect(page.getByText('$25.50').first()).toBeVisible();
  const { token } = await site.signUp();
  await page.evaluate((value) => {
    localStorage.clear();
    localStorage.setItem('vh_token', value);
    window.dispatchEvent(new Event('auth-changed'));
  }, token);
  await product.change({ price: 20 });
  await addToCart(page, 'Moody Shades');
  await product.change({ price: 25.5 });
  await page.goto('/cart');
  await expect(notice).toBeVisible();
  await product.change({ price: 30 });
  await fillShipping(page);
  await expect(page.getByText('The total has changed since you opened this page.')).toBeVisible();
});

test('missing orders show an error @soak', async ({ page }) => {
  await page.goto('/order-confirmation/999999');
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible();
  await expect(page.getByText('Order not found', { exact: true })).toBeVisible();
  await page.goto('/order-confirmation/');
  await expect(page.getByText('Invalid order ID')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/shop');
  await page.route('**/api/orders/*', (route) => route.abort());
  await page.goto('/order-confirmation/999999');
  await expect(page.getByText('Failed to load order', { exact: true })).toBeVisible({
    timeout: within(20_000),
  });
});
