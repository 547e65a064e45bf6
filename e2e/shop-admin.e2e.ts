import sharp from 'sharp';
import type { Locator } from '@playwright/test';
import { addToCart, expect, fillShipping, placeOrder, test } from './shopping.ts';

test('an admin ships an order, and the buyer gets an email', async ({ page, signIn, mailbox }) => {
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

test.describe('the order list', () => {
  // an order that someone else cancelled meanwhile
  test.use({ allowedErrors: [[/status of 409/], { option: true }] as never });

  test('shows expandable rows, filters by URL, and updates several orders at once @soak', async ({
    page,
    signIn,
    site,
    paypal,
  }) => {
    const { token } = await signIn('GLOBAL_ADMIN');
    const move = async (id: number, status: string) => {
      const answer = await fetch(`${site.url}/api/orders/${id}/status`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ status }),
      });
      expect(answer.status).toBe(200);
    };
    const stays = await placeOrder(site, paypal, 'Rowena Row');
    const goes = await placeOrder(site, paypal, 'Rowena Row');
    const sent = await placeOrder(site, paypal, 'Rowena Row');
    for (const status of ['PROCESSING', 'SHIPPED']) await move(sent, status);
    await placeOrder(site, paypal, 'Somebody Else');

    await page.goto('/admin-orders?status=PAID&q=rowena');
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByLabel('Status').selectOption('');
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.getByLabel('View').selectOption('Rows');
    await expect(page).toHaveURL(/\?q=rowena&view=rows$/);
    await expect(page.getByRole('article')).toHaveCount(0);
    const row = page.getByRole('button', { name: `#${sent} Rowena Row` });
    expect((await row.boundingBox())?.height).toBe(48);
    await row.click();
    await expect(page.getByRole('article').getByText('1 Sunny Street')).toBeVisible();
    await row.click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByLabel(`Select order #${sent}`)).toBeDisabled();
    await page.getByLabel('All paid orders').check();
    await expect(page.getByRole('button', { name: 'Mark as Processing (2)' })).toBeVisible();
    await move(goes, 'CANCELLED');
    await page.getByRole('button', { name: 'Mark as Processing (2)' }).click();
    await expect(page.getByText('1 order marked as processing')).toBeVisible();
    await expect(
      page.getByText(`Order #${goes}: This order is CANCELLED and cannot become PROCESSING.`),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: `#${stays} Rowena Row` })).toContainText('PROCESSING');
    await expect(page.getByRole('button', { name: `#${goes} Rowena Row` })).toContainText('CANCELLED');
    await page.getByLabel('Status').selectOption('CANCELLED');
    await page.reload();
    await expect(page.getByLabel('Search orders')).toHaveValue('rowena');
    await expect(page.getByLabel('Status')).toHaveValue('CANCELLED');
    await expect(page.getByRole('button', { name: /Rowena Row/ })).toHaveCount(1);
  });
});

const photo = (background: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Of the middle of a picture that has arrived. */
const colourOf = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => {
    if (!element.complete || element.naturalWidth === 0) return null;
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const brush = canvas.getContext('2d');
    brush?.drawImage(element, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = brush?.getImageData(0, 0, 1, 1).data ?? [];
    return red > blue ? 'red' : 'blue';
  });

test('an admin adds a product with two uploaded pictures; a guest sees it in the shop @soak', async ({
  page,
  signIn,
  browser,
  site,
}) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders');
  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await dialog.getByLabel('Name').fill('Pictured Pair');
  await dialog.getByLabel('Price (USD)').fill('15');
  const files = dialog.getByLabel('Picture files');
  await files.setInputFiles({
    name: 'drawing.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'drawing.svg: Please choose a JPEG, PNG, WebP, GIF or AVIF file.',
  );
  await files.setInputFiles([
    { name: 'red.jpg', mimeType: 'image/jpeg', buffer: await photo('#a02020') },
    { name: 'blue.jpg', mimeType: 'image/jpeg', buffer: await photo('#2020a0') },
    { name: 'green.jpg', mimeType: 'image/jpeg', buffer: await photo('#20a020') },
  ]);
  const pictures = dialog.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(pictures).toHaveCount(3);
  await dialog.getByLabel('Alt text, picture 1').fill('Red, from the side');
  await dialog.getByLabel('Alt text, picture 2').fill('Blue, from the front');
  await dialog.getByRole('button', { name: 'Move picture 2 forward' }).click();
  await expect(dialog.getByLabel('Alt text, picture 1')).toHaveValue('Blue, from the front');
  await dialog.getByRole('button', { name: 'Remove picture 3' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Pictured Pair/ })).toContainText('$15.00');

  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto('/shop');
  const card = guest.getByRole('article').filter({ hasText: 'Pictured Pair' });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => colourOf(card.locator('img'))).toBe('blue');
  await guest.getByRole('link', { name: 'Pictured Pair' }).click();
  await expect(guest.getByRole('img', { name: 'Blue, from the front' })).toBeVisible();
  await guest.getByRole('button', { name: 'View 2' }).click();
  await expect.poll(() => colourOf(guest.getByRole('img', { name: 'Red, from the side' }))).toBe('red');
  await guest.context().close();
});
