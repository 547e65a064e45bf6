import { expect, test } from './fixture.ts';

test.use({
  allowedErrors: [[/404 .*\/assets\/LoginPage/, /dynamically imported module/], { scope: 'test' }],
});

test('a tab with an old version reloads once when the code of a page is gone, and shows an error if that does not help @soak', async ({
  page,
}) => {
  let isDeleted = true;
  const opened: string[] = [];
  await page.route(/\/assets\/LoginPage-[^/]*\.js$/, (route) =>
    isDeleted ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  const openLogin = async () => {
    await page.goto('/');
    // once the app is hydrated: before that the link loads a page natively
    await page.waitForFunction(() => !('takeEarlyEvents' in window));
    await page.getByRole('link', { name: 'Login', exact: true }).first().click();
  };
  const errorMessage = page.getByText('Couldn’t show this page');
  await openLogin();
  await expect(errorMessage).toBeVisible();
  expect(opened).toEqual(['/', '/login']);
  isDeleted = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();

  // the page that is loaded again asks for code that is there
  await page.evaluate(() => sessionStorage.clear());
  isDeleted = true;
  await page.route('**/login', (route) => {
    isDeleted = false;
    return route.fallback();
  });
  await openLogin();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(opened).toEqual(['/', '/login', '/login', '/', '/login']);
});
