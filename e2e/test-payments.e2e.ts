import { expect, test } from './fixture.ts';

test('by default a visitor can try a purchase, and is notified that no money moves @soak', async ({
  page,
}) => {
  await page.goto('/shop');
  await page.getByRole('link', { name: 'Premium Black' }).click();
  await expect(page.getByRole('group', { name: 'Views' }).getByRole('button')).toHaveCount(3);
  await page.getByRole('button', { name: 'View 2' }).click();
  await expect(page.getByRole('img', { name: 'Premium Black, view 2 of 3' })).toBeVisible();
  // as a search engine gets it
  await page.reload();
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}',
  ) as object;
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'Premium Black',
    offers: { price: '69.99', priceCurrency: 'USD' },
  });
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Cart, 1 items' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await expect(page.getByText('Test payments: you won’t be charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await expect(page.getByText('Test payments', { exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: /^Pay \$69\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  // out of the box no email leaves the site
  await expect(page.getByText('You won’t get a confirmation email.')).toBeVisible();
  await expect(page.getByText('is on its way')).toBeHidden();
});
