import { addProduct, expect, openPayment, test, type Page } from './shopping.ts';
import type { Site } from './fixture.ts';

test.use({ server: 'abroad' });

const NAME = 'محمد الأحمد · 山田太郎';

/** Prices include Germany's tax, shipping there costs 4.90, and a code takes 10% off. */
async function sellToGermany(site: Site): Promise<void> {
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(site.url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
  };
  const shop = '/api/admin/settings/shop';
  const { version } = (await (await fetch(site.url + shop, { headers })).json()) as { version: number };
  const seller = { name: 'Sunny Ltd', address: '1 Beach Road\nDublin', taxId: 'IE1234567A', email: null };
  await send('PUT', shop, { version, taxMode: 'INCLUSIVE', seller });
  await send('PUT', '/api/admin/tax-rates', [{ country: 'DE', rate: 19 }] as object);
  const zones = [{ countries: ['DE'], price: 4.9, freeFrom: null, daysMin: 2, daysMax: 4 }];
  await send('PUT', '/api/admin/shipping-zones', zones);
  await send('POST', '/api/admin/discount-codes', { code: 'SUMMER', kind: 'PERCENT', value: 10 });
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('Germany');
  for (const [label, value] of [
    ['Full Name', NAME],
    ['Address', 'Sonnenallee 1'],
    ['City', 'Berlin'],
    ['State', 'Berlin'],
    ['ZIP Code', '12047'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
}

test('a guest in Germany buys a variant with a code, tax included; the invoice is shown, and one item is refunded', async ({
  page,
  site,
  signIn,
}) => {
  await sellToGermany(site);
  const { id: product } = await addProduct(site, {
    name: 'Lakeside',
    options: [{ name: 'Color', values: ['Black', 'Sand'] }],
    variants: [
      { options: ['Black'], price: 40 },
      { options: ['Sand'], price: 47.5, stock: 9 },
    ],
  });
  await page.goto(`/shop/${product}`);
  await page.getByRole('radiogroup', { name: 'Color' }).getByText('Sand').click();
  await page.getByRole('button', { name: 'Increase quantity of Lakeside' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Lakeside, Sand added' })).toBeAttached();
  await page.goto('/cart');
  await page.getByLabel('Discount code').fill('summer');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Code summer applied')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await fillAddress(page);
  for (const sum of ['$95.00', '$9.50', '$4.90', '$14.43', '$90.40'])
    await expect(page.getByText(sum).last()).toBeVisible();
  await openPayment(page);
  await page.getByRole('button', { name: /^Pay \$90\.40/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const id = /\d+$/.exec(page.url())?.[0];

  await page.getByRole('link', { name: /^INV-\d{6}$/ }).click();
  await expect(page).toHaveURL(`/orders/${id}/invoice`);
  for (const text of [NAME, 'Sunny Ltd', 'IE1234567A', 'Sand', '19%', '$14.43', '$90.40'])
    await expect(page.getByText(text).last()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('invoice.png'), fullPage: true });

  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders');
  const card = page.getByRole('article').filter({ hasText: `Order #${id}` });
  await expect(card).toContainText('Sand');
  await card.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lakeside (Sand)').selectOption('1 of 2');
  await dialog.getByLabel('Put the items back in stock').check();
  await dialog.getByLabel('Reason (optional)').fill('Returned');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund sent')).toBeVisible();
  await card.getByRole('link', { name: /^CN-\d{6}$/ }).click();
  for (const text of [NAME, 'Returned', '$42.75']) await expect(page.getByText(text).last()).toBeVisible();
  await page.goto('/admin-orders?tab=products');
  await page.getByRole('button', { name: 'Stock history' }).click();
  await expect(page.getByRole('row', { name: /Lakeside.*Sand.*\+1.*Returned/ })).toBeVisible();
});
