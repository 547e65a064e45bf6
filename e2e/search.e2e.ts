import { expect, test, type Page } from './fixture.ts';

test.use({ server: 'search' });

const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });

test('a visitor types, selects by keyboard, filters, shares the URL, and returns to the same place', async ({
  page,
  site,
  context,
}) => {
  const wanted = await site.addVideo({ title: 'Kaleidoscope workshop', category: 'Beauty' });
  await site.addVideo({ title: 'Kaleidoscope repairs', category: 'Business' });
  await page.goto('/');
  await box(page).waitFor();

  // the keys lead there, and the cursor stays in the box
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('kaleid');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options).toHaveText(['Kaleidoscope repairs', 'Kaleidoscope workshop']);
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(1).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.keyboard.type('o');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/video/${wanted}`);

  // Enter searches for the input; a typo is pointed out
  await page.keyboard.press('Control+k');
  await box(page).fill('kaleidoscpe');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=kaleidoscpe');
  await expect(
    page.getByText('Showing results for kaleidoscope. Search instead for kaleidoscpe.'),
  ).toBeVisible();
  const videosRegion = page.getByRole('region', { name: 'Videos' });
  await expect(videosRegion.getByRole('link', { name: /Kaleidoscope/ })).toHaveCount(2);
  await expect(videosRegion.getByText('2 results')).toBeVisible();
  const highlighted = () => page.evaluate(() => CSS.highlights.get('search')?.size);
  await expect.poll(highlighted).toBeGreaterThan(1);
  expect(await page.locator('meta[name=robots]').count()).toBeLessThanOrEqual(1);

  // filters are in the address, also two that change before the page has updated
  await page.getByRole('tab', { name: 'Videos' }).evaluate((tab: HTMLElement) => {
    const category = [...document.querySelectorAll('select')].find(({ textContent }) =>
      textContent.includes('Beauty'),
    );
    tab.click();
    if (!category) throw new Error('There are no categories.');
    category.value = 'Beauty';
    category.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(videosRegion.getByRole('link', { name: /Kaleidoscope/ })).toHaveCount(1);
  await expect(page).toHaveURL('/search?q=kaleidoscpe&type=videos&category=Beauty');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(
    other.getByRole('region', { name: 'Videos' }).getByRole('link', { name: /Kaleidoscope/ }),
  ).toHaveCount(1);
  await expect(other.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await other.close();

  await videosRegion.getByRole('link', { name: 'Kaleidoscope workshop' }).click();
  await expect(page).toHaveURL(`/video/${wanted}`);
  await page.goBack();
  await expect(videosRegion.getByRole('link', { name: /Kaleidoscope/ })).toHaveCount(1);
  await expect(page.getByLabel('Category')).toHaveValue('Beauty');

  // searches are stored in this browser until they are cleared
  await box(page).fill('');
  await expect(options).toHaveText(['kaleidoscpe']);
  await box(page).fill('Workshop');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/search?q=Workshop');
  await box(page).fill('');
  await expect(options).toHaveText(['Workshop', 'kaleidoscpe']);
  await options.last().click();
  await expect(page).toHaveURL('/search?q=kaleidoscpe');
  // the address changes before the page, and the box with it
  await expect(box(page)).toHaveValue('kaleidoscpe');
  await box(page).fill('');
  await expect(options, 'the one chosen last comes first').toHaveText(['kaleidoscpe', 'Workshop']);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(options).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('searches'))).toBe('[]');

  // input while the next page loads is preserved
  await box(page).fill('Workshop');
  await box(page).evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.focus();
    input.setRangeText('s and more', 8, 8);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByRole('heading', { name: 'Results for “Workshop”' })).toBeVisible();
  await expect(box(page)).toHaveValue('Workshops and more');
});

test('going back returns to the same place in a long list @soak', async ({ page, site }) => {
  for (let at = 0; at < 30; at++) await site.addVideo({ title: `Tessellation ${at}` });
  await page.goto('/search?q=tessellation&type=videos');
  const links = page.getByRole('region', { name: 'Videos' }).getByRole('link', { name: /Tessellation/ });
  await expect(links).toHaveCount(24);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(links).toHaveCount(30);
  await links.last().scrollIntoViewIfNeeded();
  const name = await links.last().textContent();
  await links.last().click();
  await expect(page).toHaveURL(/\/video\//);
  await page.goBack();
  await expect(links).toHaveCount(30);
  await expect(page.getByRole('link', { name: name ?? '', exact: true })).toBeInViewport();
});

test('on a phone the search button opens a full-width box @soak', async ({ page, site }) => {
  await site.addVideo({ title: 'Harmonica solo' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(box(page)).toBeHidden();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('harmonca');
  await page.getByRole('option', { name: 'Harmonica solo' }).click();
  await expect(page).toHaveURL(/\/video\//);
  await expect(box(page)).toBeHidden();
});

test('a search without results offers the nearest words @soak', async ({ page, site }) => {
  await site.addVideo({ title: 'Accordion lesson' });
  await page.goto('/search?q=accordian%20xylograph');
  await expect(page.getByRole('heading', { name: 'No results for “accordian xylograph”' })).toBeVisible();
  // that isn't a match
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('search')?.size)).toBe(0);
  await page.getByRole('link', { name: 'accordion', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Videos' }).getByRole('link', { name: 'Accordion lesson' }),
  ).toBeVisible();
});

test('a visitor without JavaScript gets the results as HTML @soak', async ({ browser, site }) => {
  const id = await site.addVideo({ title: 'Marionette theatre' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/search?q=marionet`);
  await expect(page.getByRole('link', { name: /Marionette theatre/ })).toHaveAttribute(
    'href',
    `/video/${id}`,
  );

  await page.goto(`${site.url}/search?q=mariontete&type=videos`);
  await expect(page.getByRole('link', { name: /Marionette theatre/ })).toBeVisible();
  await page.getByRole('link', { name: 'mariontete' }).click();
  await expect(page).toHaveURL('/search?q=mariontete&type=videos&correct=false');
  await expect(page.getByRole('heading', { name: 'No results for “mariontete”' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search' }))
    .filter({ visible: true })
    .fill('marionette');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Marionette theatre/ })).toBeVisible();
  await context.close();
});

test('keys that an input method uses to pick words select no suggestion @soak', async ({ page, site }) => {
  await site.addVideo({ title: 'Tokyo at dawn' });
  await page.goto('/');
  await box(page).fill('Tokyo');
  await expect(page.getByRole('option', { name: 'Tokyo at dawn' })).toBeVisible();
  await box(page).evaluate((input) => {
    for (const key of ['ArrowDown', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }));
  });
  await expect(box(page)).not.toHaveAttribute('aria-activedescendant', /.+/);
  await expect(page).toHaveURL('/');
  await box(page).press('ArrowDown');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/);
});
