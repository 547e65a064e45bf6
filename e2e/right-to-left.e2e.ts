import { expect, test } from './fixture.ts';

const HEBREW = 'שלום world!';

test('user-written text is shown in its own direction everywhere @soak', async ({ page, site, signIn }) => {
  const { token } = await signIn();
  const id = await site.addVideo({ title: HEBREW, description: HEBREW });
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/community/posts', { headers, data: { content: HEBREW } });
  await page.request.post(`/api/videos/${id}/comments`, { headers, data: { text: HEBREW } });
  for (const path of [`/video/${id}`, '/community', '/profile', '/videos', `/search?q=${HEBREW}`]) {
    await page.goto(path);
    const shown = page.locator('main').getByText(HEBREW).filter({ visible: true });
    await expect(shown.first()).toBeVisible();
    const wrong = await shown.evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).direction !== 'rtl')
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
    expect(wrong, path).toEqual([]);
  }
  await page.goto('/community');
  await page.getByLabel('Write a post').fill(HEBREW);
  await expect(page.getByLabel('Write a post')).toHaveCSS('direction', 'rtl');
});

test('a name of 50 letters makes no page wider than a phone @soak', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token, username } = await site.signUp('CONTENT_CREATOR');
  const headers = { authorization: `Bearer ${token}` };
  const displayName = 'W'.repeat(50);
  const saved = await page.request.put('/api/me', { headers, data: { displayName } });
  expect(saved.status(), await saved.text()).toBe(200);
  await page.request.post('/api/community/posts', { headers, data: { content: 'Widest of all' } });
  for (const path of [
    `/search?q=${displayName}`,
    // no results
    `/search?q=x${displayName}`,
    '/search?q=Widest',
    '/community',
    '/creators',
    `/creators/${username}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('main').getByText(displayName).first()).toBeAttached();
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll, path).toBeLessThanOrEqual(client);
  }
});

test('a product over the order limit is not reported as added @soak', async ({ page }) => {
  await page.goto('/shop');
  await page.evaluate(() => {
    const line = { id: 1, name: 'x', price: 1, description: '', image: null, category: 'x', quantity: 20 };
    localStorage.setItem('guestCart', JSON.stringify([line]));
  });
  await page.goto('/shop/1');
  const texts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[role=status]')) texts.push(each.textContent);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  await add.click();
  await expect(page.getByText(/^You can order up to 20 of/).first()).toBeVisible();
  // it can be pressed again once the first press is done with
  await add.click();
  expect((await texts.jsonValue()).filter((texts) => texts.endsWith('added'))).toEqual([]);
});
