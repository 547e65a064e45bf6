import { openDialog } from './dialog.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ allowedErrors: [/status of 401/] });

test('a session that ends during an upload is renewed in place, and the upload continues @soak', async ({
  page,
  site,
  signIn,
}) => {
  const { id, token } = await signIn('CONTENT_CREATOR');
  const dialog = await openDialog(page);
  await dialog.locator('input[type=file]').first().setInputFiles('e2e/media/planes.mp4');
  await dialog.getByLabel('Title').fill('Signed out meanwhile');
  const left = await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  expect(left.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(question).toBeVisible();
  await expect(question.getByLabel('Username')).toBeVisible();

  // not now: all is still there, and sending it asks again
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Signed out meanwhile');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(question).toBeVisible();

  const renewed = await site.startSession(id);
  const sent = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/submissions/upload') && answer.ok(),
  );
  await signInByAnotherTab(page, renewed);
  await sent;
  await expect(page.getByText('Thank you! We’ve got your video.')).toBeVisible();
});

test('another file for a rejected video survives the end of the session and of the page it was chosen on @soak', async ({
  page,
  site,
  signIn,
}) => {
  const { id, token } = await signIn('CONTENT_CREATOR');
  const video = await site.addVideo({
    title: 'Too dark',
    status: 'REJECTED',
    uploader_id: id,
    reject_reason: JSON.stringify('Too dark to see anything.'),
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another file for “Too dark”' });
  await dialog.locator('input[type=file]').first().setInputFiles('e2e/media/planes.mp4');
  await dialog.getByLabel('Title').fill('Bright enough');
  const left = await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  expect(left.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  // the page behind is for members, and went with the session
  await expect(page).toHaveURL(/\/login/);
  await expect(dialog.getByLabel('Title')).toHaveValue('Bright enough');

  const renewed = await site.startSession(id);
  await signInByAnotherTab(page, renewed);
  await expect(page.getByText('Thank you! We’ve got your video.')).toBeVisible();
  await expect(page).toHaveURL('/profile');
  const mine = await page.request.get('/api/submissions/mine', {
    headers: { authorization: `Bearer ${renewed}` },
  });
  expect(await mine.json()).toMatchObject([{ id: video, title: 'Bright enough' }]);
});

/** Simulates a sign-in in another tab. */
const signInByAnotherTab = (page: Page, token: string) =>
  page.evaluate((value) => {
    localStorage.setItem('vh_token', value);
    window.dispatchEvent(new Event('auth-changed'));
  }, token);
