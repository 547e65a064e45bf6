import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenAsPaypal, type PaypalServer } from '#standins/paypal/listen.ts';
import { expect, test as base, type Page } from './fixture.ts';

interface Mailbox {
  url: string;
  /** The first mail to this address whose subject holds these words. */
  find(to: string, subject: string): Promise<{ text: string; html: string }>;
}

async function openMailbox(): Promise<Mailbox & { close(): Promise<void> }> {
  const mails: { to: string[]; subject: string; text: string; html: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '', html = '' }) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), subject, text, html });
          callback();
        });
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const found = (to: string, subject: string) =>
    mails.find((mail) => mail.to.includes(to) && mail.subject.includes(subject));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async find(to, subject) {
      await expect.poll(() => found(to, subject)?.subject, { timeout: 30_000 }).toContain(subject);
      return found(to, subject) ?? { text: '', html: '' };
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

/** The provider and the mail server are real servers of their own, reached over the network. */
const test = base.extend<object, { paypal: PaypalServer; mailbox: Mailbox }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  paypal: [
    async ({}, use) => {
      const paypal = await listenAsPaypal();
      await use(paypal);
      await paypal.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  mailbox: [
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ paypal, mailbox }, use) => {
      await use({
        PAYMENTS: 'paypal',
        PAYPAL_CLIENT_ID: paypal.clientId,
        PAYPAL_CLIENT_SECRET: paypal.clientSecret,
        PAYPAL_WEBHOOK_ID: paypal.webhookId,
        PAYPAL_API_URL: paypal.url,
        PAYPAL_SDK_URL: `${paypal.url}/sdk/js`,
        SMTP_URL: mailbox.url,
      });
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ paypal }) => {
  Object.assign(paypal.switches, { outcome: null, status: null, drop: null });
});

async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto('/shop');
  await page
    .getByRole('article')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `${name} added` })).toBeAttached();
}

async function fillShipping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByLabel('Country')).toHaveValue('US');
  await expect(page.getByLabel('Use same address for billing')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeHidden();
  for (const [label, value] of [
    ['Full Name', 'Ann Buyer'],
    ['Address', '1 Sunny Street'],
    ['City', 'Miami'],
    ['State', 'FL'],
    ['ZIP Code', '33101'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
}

test('a guest buys', async ({ page, mailbox }) => {
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByText('Add some sunglasses to get started!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible();
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL('/shop');
  await page.getByRole('button', { name: 'Premium', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await addToCart(page, 'Orange Vibes');
  await addToCart(page, 'Orange Vibes');
  await addToCart(page, 'Lightweight Style');
  await page.getByRole('button', { name: 'Cart, 3 items' }).click();
  await expect(page.getByText('Items (3)')).toBeVisible();
  await expect(page.getByText('$229.97').last()).toBeVisible();
  await expect(page.getByText('FREE', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decrease quantity of Orange Vibes' }).click();
  await page.getByRole('button', { name: 'Increase quantity of Lightweight Style' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Lightweight Style' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Items (1)')).toBeVisible();
  await fillShipping(page);
  await page.getByRole('button', { name: /^Pay \$99\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
  for (const heading of ['Order Details', 'Shipping Information', 'Order Items', "What's Next"])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
  await expect(page.getByText('prepared in 1-2 business days')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const id = /\d+$/.exec(page.url())?.[0];
  const mail = await mailbox.find('buyer@example.org', `Your order ${id} is confirmed`);
  const link = /https?:\S+order-confirmation\S+/.exec(mail.text)?.[0] ?? '';
  await page.evaluate(() => localStorage.clear());
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
});

test("a guest's cart joins the account's at sign-in, and is bought", async ({ page, site }) => {
  await addToCart(page, 'Premium Black');
  const { token } = await site.signUp();
  await page.evaluate((value) => {
    localStorage.setItem('vh_token', value);
    window.dispatchEvent(new Event('auth-changed'));
  }, token);
  await page.goto('/cart');
  await expect(page.getByText('Items (1)')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('guestCart'))).toBe('[]');
  await page.getByRole('button', { name: 'Increase quantity of Premium Black' }).click();
  await expect(page.getByText('Items (2)')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Items (2)')).toBeVisible();
  await fillShipping(page);
  await page.getByRole('button', { name: /^Pay \$139\.98/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test.describe('when it goes wrong', () => {
  test.use({
    allowedErrors: [
      [/status of (404|422|503|500)/, /ERR_FAILED|ERR_CONNECTION|Failed to load the PayPal JS SDK/],
      { option: true },
    ] as never,
  });

  test('declined, cancelled, broken: said, and the next try works', async ({ page }) => {
    await addToCart(page, 'Orange Vibes');
    await page.goto('/cart');
    await fillShipping(page);
    await page.getByRole('button', { name: 'Cancel and return' }).click();
    const again = async () => {
      await page.getByRole('button', { name: 'Pay with PayPal' }).click();
      await page.getByRole('button', { name: 'PayPal', exact: true }).click();
    };
    await again();
    await page.getByRole('button', { name: 'Decline the payment' }).click();
    await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
    await again();
    await page.getByRole('button', { name: 'Break with an error' }).click();
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
    await again();
    await page.getByRole('button', { name: /^Pay \$99\.99/ }).click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  });

  test('the provider is down', async ({ page, paypal }) => {
    await addToCart(page, 'Orange Vibes');
    await page.goto('/cart');
    paypal.switches.status = 500;
    await fillShipping(page);
    await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
    paypal.switches.status = null;
    await page.route('**/sdk/js*', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
      await page.getByLabel(label, { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await expect(page.getByText('Failed to load the PayPal JS SDK script.')).toBeVisible();
    await page.unroute('**/sdk/js*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
  });

  test('orders that are not there', async ({ page }) => {
    await page.goto('/order-confirmation/999999');
    await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible();
    await expect(page.getByText('Order not found', { exact: true })).toBeVisible();
    await page.goto('/order-confirmation/');
    await expect(page.getByText('Invalid order ID')).toBeVisible();
    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL('/shop');
  });
});

test("an admin sends an order on its way, and the buyer's mail arrives", async ({
  page,
  signIn,
  mailbox,
}) => {
  await signIn('GLOBAL_ADMIN');
  await addToCart(page, 'Lightweight Style');
  await page.goto('/cart');
  await fillShipping(page);
  await page.getByRole('button', { name: /^Pay \$29\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const id = /\d+$/.exec(page.url())?.[0];
  await page.goto('/admin-orders');
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  for (const label of ['Paid Orders', 'Processing', 'Shipped', 'Total Revenue'])
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: `Order #${id}` });
  await expect(card.getByText('Not provided')).toBeVisible();
  await card.getByRole('button', { name: 'Mark as Processing' }).click();
  await expect(page.getByText('Order status updated successfully!')).toBeVisible();
  await card.getByLabel('Carrier (optional)').fill('UPS');
  await card.getByLabel('Tracking number (optional)').fill('1Z999AA1');
  await card.getByRole('button', { name: 'Mark as Shipped' }).click();
  await expect(card.getByText('SHIPPED')).toBeVisible();
  const { text } = await mailbox.find(
    /person\S+/.exec(await card.innerText())?.[0] + '@example.org',
    `Your order ${id} is on its way`,
  );
  expect(text).toContain('1Z999AA1');
  await card.getByRole('button', { name: 'Mark as Delivered' }).click();
  await expect(card.getByText('DELIVERED')).toBeVisible();
  await card.getByRole('button', { name: 'History' }).click();
  await expect(card.getByText('Marked as shipped (UPS 1Z999AA1).')).toBeVisible();
});

test('an admin adds a product and hides it', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders');
  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByLabel('Name').fill('Sunset Round');
  await page.getByLabel('Price (USD)').fill('49.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Sunset Round/ })).toContainText('$49.50');
  await page.goto('/shop');
  await page.getByRole('link', { name: 'Sunset Round' }).click();
  await expect(page.getByRole('heading', { name: 'Sunset Round' })).toBeVisible();
  await page.goto('/admin-orders');
  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Hide Sunset Round' }).click();
  await expect(page.getByRole('row', { name: /Sunset Round/ })).toContainText('Hidden');
  await page.goto('/shop');
  await expect(page.getByRole('link', { name: 'Orange Vibes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sunset Round' })).toBeHidden();
});
