import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenAsPaypal, type PaypalServer } from '#standins/paypal/listen.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { expect, test as base, type Page, type Site } from './fixture.ts';
import { within } from './slow.ts';

export { expect, type Page };

interface Mailbox {
  url: string;
  /** This journey's first mail to this address with this in its subject. */
  find(to: string, subject: string): Promise<{ text: string; html: string }>;
}

/** Shared by all sites of a worker, whose order numbers are the same. */
interface MailServer extends Mailbox {
  /** A journey of another site begins. */
  empty(): void;
  close(): Promise<void>;
}

async function openMailServer(): Promise<MailServer> {
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
      await expect.poll(() => found(to, subject)?.subject, { timeout: within(30_000) }).toContain(subject);
      return found(to, subject) ?? { text: '', html: '' };
    },
    empty: () => void mails.splice(0),
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

/** The provider and the mail server are real servers of their own, reached over the network. */
export const test = base.extend<{ calm: void; paypal: PaypalServer; mailbox: Mailbox }>({
  /** Every journey begins with a provider that works. */
  calm: [
    async ({ paypal }, use) => {
      Object.assign(paypal.switches, { outcome: null, status: null, drop: null });
      await use();
    },
    { auto: true },
  ],
  paypal: async ({ persisted }, use) => use(await persisted.once('paypal', listenAsPaypal)),
  mailbox: async ({ persisted }, use) => {
    const server = await persisted.once('mail server', openMailServer);
    server.empty();
    await use(server);
  },
  settings: async ({ paypal, mailbox }, use) => {
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
});

export async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto('/shop');
  await page
    .getByRole('article')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `${name} added` })).toBeAttached();
}

/** Up to the button that opens the payment. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
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
}

export async function fillShipping(page: Page): Promise<void> {
  await fillAddress(page);
  await openPayment(page);
}

/** Up to the provider's window. */
export async function openPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
}

/** A member's paid order of one pair, made by the calls that the pages make; its number. */
export async function placeOrder(site: Site, paypal: PaypalServer, shippingName: string): Promise<number> {
  const { token } = await site.signUp();
  const send = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(site.url + path, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.ok, path).toBe(true);
    return await answer.json();
  };
  const products = (await send('/api/products')) as { id: number; name: string }[];
  const shipping = {
    shippingName,
    shippingAddress: '1 Sunny Street',
    shippingCity: 'Miami',
    shippingState: 'FL',
    shippingZipCode: '33101',
    shippingCountry: 'US',
  };
  const items = [{ productId: products.find(({ name }) => name === 'Orange Vibes')?.id, quantity: 1 }];
  const checkout = (await send('/api/checkout', { ...shipping, items })) as {
    paypalOrderId: string;
    totalAmount: number;
  };
  paypal.approve(checkout.paypalOrderId);
  const { id } = (await send('/api/orders', { ...shipping, ...checkout, items: [] })) as { id: number };
  return id;
}

/** An admin's own calls, past the pages: what a journey needs to be there. */
export async function addProduct(
  site: Site,
  product: object,
): Promise<{ id: number; change(more: object): Promise<void> }> {
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(site.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return await bodyOf(answer, WithId);
  };
  const all = { price: 10, category: 'Casual', description: 'For a journey.', ...product };
  const { id } = await send('POST', '/api/admin/products', all);
  return {
    id,
    change: async (more) => {
      await send('PUT', `/api/admin/products/${id}`, { ...all, ...more });
    },
  };
}
