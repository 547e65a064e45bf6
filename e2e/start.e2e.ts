import { expect, test } from './fixture.ts';

test('a video is found on the home page and opens', async ({ page, site }) => {
  await site.addVideo({ title: 'Kite over the dunes' });
  await page.goto('/videos');
  await page
    .getByRole('link', { name: /Kite over the dunes/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Kite over the dunes' })).toBeVisible();
});

test('a person who is signed in has an account menu @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toBeVisible();
});
