import { expect, test } from './fixture.ts';
import { startVersioned } from './versioned-worker.ts';

test('a new version of the service worker is offered, and takes over only when asked to @soak', async ({
  page,
  site,
}) => {
  const { state, url, close } = await startVersioned(site.url);
  await page.goto(`${url}/login`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.getByLabel('Username').fill('somebody in the middle of it');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

  state.version = 2;
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  // no one is interrupted
  expect(await isWaiting()).toBe(true);
  await expect(page.getByLabel('Username')).toHaveValue('somebody in the middle of it');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => 'isSamePage' in window).catch(() => true)).toBe(false);
  await expect.poll(isWaiting).toBe(false);
  // a stopped site gets no requests
  await page.close();
  close();
});
