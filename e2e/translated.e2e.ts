import { expect, test } from './fixture.ts';

/** What browsers' page translators do: each text is wrapped in a new element, and the original text node is removed. */
const translate = (): void => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, font')) continue;
    const translated = document.createElement('font');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
};

test('updates are visible on a page that the browser has translated @soak', async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Items (1)')).toBeVisible();
  await page.evaluate(translate);
  await page.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(page.getByText('Items (2)')).toBeVisible();
  await expect(page.getByText('Items (1)')).toBeHidden();
});
