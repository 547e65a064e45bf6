import AxeBuilder from '@axe-core/playwright';
import { addProduct, expect, test, type Page } from './shopping.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

// a wrong check digit is refused
test.use({ allowedErrors: [[/status of 400/], { option: true }] as never });

test('an admin creates a product with two options, and sees its stock and stock history @soak', async ({
  page,
  signIn,
}) => {
  const admin = await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders?tab=products');
  await page.getByRole('button', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await dialog.getByLabel('Name', { exact: true }).fill('Aviator');
  await dialog.getByLabel('Price (USD)').fill('80');
  await dialog.getByLabel('This product comes in several versions').check();
  const addOption = async (option: number, name: string, values: string[]) => {
    await dialog.getByLabel(`Name of option ${option}`).fill(name);
    await dialog.getByLabel(`New value of option ${option}`).focus();
    for (const value of values) {
      await page.keyboard.type(value);
      await page.keyboard.press('Enter');
    }
  };
  await addOption(1, 'Color', ['Black', 'Gold']);
  await dialog.getByRole('button', { name: 'Add another option' }).click();
  await addOption(2, 'Lens', ['Clear', 'Dark']);
  await dialog.getByLabel('Stock, Black / Clear').fill('0');
  await dialog.getByLabel('Stock, Black / Dark').fill('2');
  await dialog.getByLabel('Price, Gold / Dark').fill('120');
  await dialog.getByLabel('GTIN, Gold / Dark').fill('4006381333930');
  await dialog.getByRole('button', { name: 'Remove Gold / Clear' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(dialog.getByRole('list', { name: 'Variants' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('GTIN, Gold / Dark')).toBeFocused();
  await dialog.getByLabel('GTIN, Gold / Dark').fill('4006381333931');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const row = page.getByRole('row', { name: /Aviator/ });
  await expect(row).toContainText('From $80.00');
  await row.getByText('3 variants').click();
  await expect(row.getByRole('listitem').filter({ hasText: 'Black / Clear' })).toContainText('Sold out');
  await expect(row.getByRole('listitem').filter({ hasText: 'Black / Dark' })).toContainText('Low');
  await page.getByRole('button', { name: 'Stock history' }).click();
  await expect(page).toHaveURL(/view=stock/);
  const movement = page.getByRole('row', { name: /Aviator/ });
  await expect(movement).toContainText(/Black \/ Dark.*\+2.*Adjusted/);
  await expect(movement).toContainText(admin.username);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a guest chooses a variant by touch and another by keyboard, and finds both in the cart', async ({
    page,
    site,
  }) => {
    const { id } = await addProduct(site, {
      name: 'Wayfinder',
      options: [
        { name: 'Color', values: ['Black', 'Gold'] },
        { name: 'Lens', values: ['Clear', 'Dark', 'Rose'] },
      ],
      variants: [
        { options: ['Black', 'Clear'], price: 80, stock: 0 },
        { options: ['Black', 'Dark'], price: 90, images: ['/products/premium-black-front.webp'] },
        { options: ['Gold', 'Dark'], price: 120 },
        { options: ['Gold', 'Rose'], price: 130 },
      ],
    });
    await page.goto(`/shop/${id}`);
    const color = page.getByRole('radiogroup', { name: 'Color' });
    const lens = page.getByRole('radiogroup', { name: 'Lens' });
    await expect(color.getByRole('radio', { name: 'Black' })).toBeChecked();
    await expect(lens.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.getByText('$90.00', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: /Wayfinder/ })).toHaveAttribute('src', /premium-black-front/);

    // sold out, yet its price is shown
    await lens.getByText('Clear').tap();
    await expect(lens.getByRole('radio', { name: 'Clear Sold out' })).toBeChecked();
    await expect(page.getByText('$80.00', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled();

    await color.locator('label').filter({ hasText: 'Gold' }).tap();
    await expect(page.getByText('$120.00', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\?variant=\d+$/);
    await page.getByRole('button', { name: 'Add to Cart' }).tap();
    await expect(page.getByRole('status').filter({ hasText: 'Wayfinder, Gold / Dark added' })).toBeAttached();
    await expect(page.getByRole('region', { name: 'Added to your cart' })).toBeVisible();
    await page.keyboard.press('Escape');

    await lens.getByRole('radio', { name: 'Dark' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(lens.getByRole('radio', { name: 'Rose' })).toBeFocused();
    await expect(page.getByText('$130.00', { exact: true })).toBeVisible();
    for (const label of await page.getByRole('radiogroup').locator('label').all()) {
      const box = await label.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add to Cart' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Wayfinder, Gold / Rose added' })).toBeAttached();

    // the address leads to the same choice
    await page.reload();
    await expect(lens.getByRole('radio', { name: 'Rose' })).toBeChecked();
    await page.goto('/cart');
    const lines = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
    await expect(lines).toContainText([/Gold \/ Dark.*\$120\.00/s, /Gold \/ Rose.*\$130\.00/s]);
    await lines.first().getByRole('link', { name: 'Wayfinder' }).tap();
    await expect(lens.getByRole('radio', { name: 'Dark' })).toBeChecked();

    await page.goto('/shop');
    const card = page.getByRole('article').filter({ hasText: 'Wayfinder' });
    await expect(card).toContainText('From $90.00');
    await expect(card.getByRole('list', { name: 'Color' })).toContainText('Gold');
    await card.getByRole('button', { name: 'Add to Cart' }).tap();
    await expect(
      page.getByRole('status').filter({ hasText: 'Wayfinder, Black / Dark added' }),
    ).toBeAttached();
  });
});
