import type { Page } from '@playwright/test';
import { publishVideo } from './videos.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';

test.use({
  server: 'offline',
  // there is no network for a while, and a video that was taken down
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|status of 40[14]/],
});

const TITLE = 'Kept for the train';

/** Opens none: that would make one again which is just being deleted. */
const namesIn = (page: Page) => page.evaluate(() => caches.keys());

/** What the browser caches: the names of the caches, and the paths in them. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const paths = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return { names, paths: paths.flat() };
  });

test('a saved video plays and seeks offline, and is deleted at sign-out and when it is unpublished', async ({
  page,
  context,
  site,
  request,
  signIn,
}) => {
  const id = await publishVideo(request, site, TITLE);
  const admin = await site.signUp('GLOBAL_ADMIN');
  await page.goto(`/video/${id}`);
  // nothing is cached for those who opted out
  await expect(page.getByRole('button', { name: 'Save offline', exact: true })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect((await storedIn(page)).names).toEqual([]);

  const saveOffline = async () => {
    await page.getByRole('button', { name: 'Save offline', exact: true }).click();
    await expect(page.getByText('Saved offline', { exact: true })).toBeVisible({ timeout: within(20_000) });
  };
  // signing out leaves nothing of it behind, on the very page that began it
  await signIn('LOGIN_USER');
  await page.reload();
  await saveOffline();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => namesIn(page)).not.toContain(`kept-${id}`);

  await page.goto(`/video/${id}`);
  await saveOffline();
  const { names, paths } = await storedIn(page);
  expect(names.toSorted()).toEqual([`kept-${id}`, expect.stringMatching(/^shell-/)]);
  // nothing that the API answers, and of pages the offline one alone
  const pages = paths.filter((path) => !/^\/(assets|fonts|media)\/|^\/favicon\.svg$/.test(path));
  expect(pages.toSorted()).toEqual(['/kept-clip', '/offline']);

  await context.setOffline(true);
  await page.goto('/videos?category=Beauty');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/videos?category=Beauty',
  );
  const video = page.getByLabel(TITLE, { exact: true });
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    element.currentTime = 6;
    await element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(6.2);
  await page.getByRole('button', { name: 'play a round of blocks' }).click();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeVisible();
  await context.setOffline(false);

  // unpublished: deleted once the site is reachable
  const unapproved = await request.post(`/api/submissions/${id}/unapprove`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(unapproved.status()).toBe(200);
  await page.goto('/');
  await expect.poll(() => namesIn(page)).not.toContain(`kept-${id}`);
});

test('a member’s saved videos are deleted when the session ends, even elsewhere or in a page without the service worker @soak', async ({
  page,
  site,
  signIn,
  request,
}) => {
  const fill = () =>
    page.evaluate(async () => {
      for (const name of ['kept-7', 'upload'])
        await (await caches.open(name)).put('/kept-clip', Response.json({ id: 7 }));
    });
  const names = () => namesIn(page);
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const become = async () => {
    const { token } = await site.signUp();
    await page.evaluate((value) => {
      localStorage.setItem('vh_token', value);
      window.dispatchEvent(new Event('auth-changed'));
    }, token);
    return token;
  };
  await signIn('LOGIN_USER');
  await page.goto('/');
  await fill();
  await signOut();
  await expect.poll(names).toEqual([]);

  // ended from another device: the next page learns of it
  const token = await become();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await fill();
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.goto('/community');
  await expect.poll(names).toEqual([]);

  // the page was closed before everything was deleted
  await page.goto('/');
  await fill();
  await page.goto('/community');
  await expect.poll(names).toEqual([]);
  // another account takes over without signing out
  await become();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await fill();
  await become();
  await expect.poll(names).toEqual([]);
});

test('a video shared from another app waits for sign-in, then opens in the upload dialog @soak', async ({
  page,
  signIn,
}) => {
  await page.goto('/');
  // as the installed site has it
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'film' });
    const title = Object.assign(document.createElement('input'), { name: 'title', value: 'From my phone' });
    const chosen = new DataTransfer();
    chosen.items.add(new File(['not really a film'], 'VID_1.mp4', { type: 'video/mp4' }));
    field.files = chosen.files;
    form.append(field, title);
    document.body.append(form);
    form.submit();
  });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Sign in to upload your video')).toBeVisible();
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
  await expect(dialog.getByLabel('Title')).toHaveValue('From my phone');
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  expect(await page.evaluate(() => caches.has('shared-film'))).toBe(false);
});
