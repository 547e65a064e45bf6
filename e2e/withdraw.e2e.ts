import { addToCart, expect, fillShipping, placeOrder, test } from './shopping.ts';
import type { Site } from './fixture.ts';

test.use({ server: 'withdraw' });

async function offerWithdrawals(site: Site): Promise<void> {
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const address = `${site.url}/api/admin/settings/shop`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const { version } = (await (await fetch(address, { headers })).json()) as { version: number };
  const body = JSON.stringify({ version, withdrawalMode: 'EVERYWHERE' });
  expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200);
}

test('a buyer withdraws on a phone by an emailed link, and an admin sees it', async ({
  page,
  site,
  paypal,
  mailbox,
  signIn,
}) => {
  await offerWithdrawals(site);
  const id = await placeOrder(site, paypal, 'Wanda With');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/videos');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from a contract here' });
  await link.click();
  await expect(page).toHaveURL('/withdraw');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter your order number.')).toBeVisible();
  // by keyboard
  await page.getByLabel('Order number').fill(`#${id}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Buyer@Example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`I withdraw from the contract for order #${id}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Order number')).toHaveValue(`#${id}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'only when you open it' })).toBeVisible();

  const { text } = await mailbox.find('buyer@example.org', `Confirm your withdrawal from order ${id}`);
  const emailed = new URL(/https?:\S+\/withdraw\?token=\S+/.exec(text)?.[0] ?? '');
  await page.goto(emailed.pathname + emailed.search);
  await expect(page.getByText(`Confirm that you withdraw from the contract for order #${id}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('status').filter({ hasText: `order #${id}. A receipt` })).toBeVisible();
  const receipt = await mailbox.find('buyer@example.org', `We received your withdrawal from order ${id}`);
  expect(receipt.text).toMatch(/\d:\d\d:\d\d [AP]M UTC/);

  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders?tab=withdrawals');
  const row = page.getByRole('row').filter({ hasText: `#${id}` });
  await expect(row).toContainText('$0.00');
  await row.getByRole('link', { name: `#${id}` }).click();
  const card = page.getByRole('article').filter({ hasText: `Order #${id}` });
  await card.getByRole('button', { name: 'History' }).click();
  await expect(card.getByText('Withdrawal declared.')).toBeVisible();
  await expect(card.getByText('PAID', { exact: true }).first()).toBeVisible();
});

test('a guest withdraws from the order page in this browser without an email @soak', async ({
  page,
  site,
  mailbox,
}) => {
  await offerWithdrawals(site);
  await addToCart(page, 'Lightweight Style');
  await page.goto('/cart');
  await fillShipping(page);
  await page.getByRole('button', { name: /^Pay \$29\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const id = /\d+$/.exec(page.url())?.[0];
  await page.getByRole('link', { name: 'Withdraw from contract' }).click();
  await expect(page.getByText(`I withdraw from the contract for order #${id}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'Withdrawal declared' })).toBeVisible();
  await mailbox.find('buyer@example.org', `We received your withdrawal from order ${id}`);
});
