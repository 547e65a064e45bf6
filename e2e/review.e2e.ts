import { z } from 'zod';
import { uploadVideo } from './videos.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';
import { bodyOf } from '#server/testing/client.ts';

// it begins with nothing to review
test.use({ server: 'review' });

test('an admin approves, unapproves and rejects from the list, and one by one by keyboard', async ({
  page,
  site,
  signIn,
}) => {
  const creator = await site.signUp('CONTENT_CREATOR');
  for (const title of ['Third', 'Second', 'First']) {
    await site.addVideo({ title, status: 'PENDING', uploader_id: creator.id });
  }
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=submissions');
  const item = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  const search = page.getByLabel('Search submissions');
  await search.fill('secnd');
  await expect(item('First')).toHaveCount(0);
  await expect(item('Second')).toBeVisible();
  await search.fill('nothing of the kind');
  await expect(page.getByText('No submissions found.')).toBeVisible();
  await search.clear();
  await item('First').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(item('First').getByText('APPROVED')).toBeVisible();
  await page.getByRole('button', { name: 'Review one by one' }).click();
  const queue = page.getByRole('dialog', { name: 'Review 1 of 2' });
  await expect(queue.getByRole('heading', { name: 'Second' }), 'what waits, and nothing else').toBeVisible();
  await page.keyboard.press('Escape');
  await item('First').getByRole('button', { name: 'Unapprove' }).click();
  await expect(item('First').getByText('PENDING')).toBeVisible();

  await page.getByRole('button', { name: 'Review First' }).click();
  const review = page.getByRole('dialog', { name: /^Review \d of 3$/ });
  await expect(review.getByRole('heading', { name: 'First' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Approve', { exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(review.getByText('PENDING'), 'nothing is judged behind the list of keys').toBeVisible();
  let approvals = 0;
  let answer: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/approve', async (route) => {
    approvals += 1;
    await released;
    await route.continue();
  });
  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await expect.poll(() => approvals).toBe(1);
  await page.keyboard.press('ArrowRight');
  answer();
  await expect(review.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
  await expect(review.getByRole('heading', { name: 'Second' }), 'none is judged unseen').toBeVisible();
  expect(approvals, 'a key pressed twice judges once').toBe(1);
  await page.keyboard.press('r');
  const rejection = page.getByRole('dialog', { name: 'Reject this video?' });
  await page.keyboard.press('Escape');
  await expect(rejection).toBeHidden();
  await expect(review, 'Escape closes what is on top').toBeVisible();
  await page.keyboard.press('r');
  await expect(rejection.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('5');
  await expect(rejection.getByRole('button', { name: "It's mostly advertising." })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  let list: () => void = () => {};
  const listed = new Promise<void>((resolve) => {
    list = resolve;
  });
  await page.route(/\/api\/submissions\?/, async (route) => {
    await listed;
    await route.continue();
  });
  await rejection.getByRole('button', { name: 'Reject video' }).click();
  await expect(review.getByRole('heading', { name: 'Third' }), 'no list is waited for').toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(review.getByText("Rejected: It's mostly advertising.")).toBeVisible();
  list();
  await page.keyboard.press('Escape');
  await expect(item('Second').getByRole('button', { name: 'Rejected' })).toBeDisabled();
});

test.describe('a rejection that fails to send', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('preserves its reason, from the list and from the review @soak', async ({ page, site, signIn }) => {
    const creator = await site.signUp('CONTENT_CREATOR');
    await site.addVideo({ title: 'Not through', status: 'PENDING', uploader_id: creator.id });
    await signIn('GLOBAL_ADMIN');
    await page.goto('/admin?tab=submissions');
    await page.route('**/reject', (route) => route.abort());
    const item = page.getByRole('listitem').filter({ hasText: 'Not through' });
    const rejection = page.getByRole('dialog', { name: 'Reject this video?' });
    const refuse = async () => {
      await rejection.getByLabel('Reason').fill('Long thought about.');
      await rejection.getByRole('button', { name: 'Reject video' }).click();
      await expect(page.getByText('That didn’t work').last()).toBeVisible();
      await expect(rejection.getByRole('button', { name: 'Reject video' })).toBeEnabled();
      await expect(rejection.getByLabel('Reason')).toHaveValue('Long thought about.');
    };
    await item.getByRole('button', { name: 'Reject', exact: true }).click();
    await refuse();
    await rejection.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Review Not through' }).click();
    await page.keyboard.press('r');
    await refuse();
    await page.unrouteAll();
    await rejection.getByRole('button', { name: 'Reject video' }).click();
    await expect(rejection).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(item.getByRole('button', { name: 'Rejected' })).toBeDisabled();
  });
});

test('a rejection points to a moment in the video, reaches the creator by email and profile, and plays from there @soak', async ({
  page,
  site,
  request,
  signIn,
  browser,
}) => {
  const creator = await site.signUp('CONTENT_CREATOR');
  await site.addVideo({ title: 'Earlier one', status: 'APPROVED', uploader_id: creator.id });
  const id = await uploadVideo(request, site, creator, 'With a moment');
  await site.addVideo({ title: 'Before it', status: 'PENDING', uploader_id: creator.id });
  await expect
    .poll(
      async () =>
        (
          await bodyOf(
            request.get(`${site.url}/api/submissions/${id}`, {
              headers: { authorization: `Bearer ${creator.token}` },
            }),
            z.object({ processing: z.string() }),
          )
        ).processing,
      { timeout: within(45_000) },
    )
    .toBe('READY');
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=submissions');
  await page.getByRole('button', { name: 'Review Before it' }).click();
  const review = page.getByRole('dialog', { name: /^Review/ });
  await expect(review.getByText('Previously: 1 approved, 2 in review, 0 rejected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(review.getByRole('heading', { name: 'With a moment' })).toBeVisible();
  await review.getByRole('button', { name: 'Previous' }).click();
  await page.keyboard.press('u');
  await expect(review.getByText('PENDING')).toBeVisible();
  await review.getByRole('button', { name: 'Next' }).click();
  const player = review.getByRole('group', { name: 'Player: With a moment' }).locator('video');
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
  await player.evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 3.6;
  });
  await page.keyboard.press('r');
  const rejection = page.getByRole('dialog', { name: 'Reject this video?' });
  await rejection.getByLabel('Reason').fill('A stranger is in the picture.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(rejection.getByLabel('About the moment at 0:03')).toBeChecked();
  await rejection.getByRole('button', { name: 'Reject video' }).click();
  await expect(rejection).toBeHidden();
  expect(await site.mailTo(`${creator.username}@example.org`, "wasn't approved")).toContain(
    'At 0:03: A stranger is in the picture.',
  );

  const theirs = await browser.newPage({ baseURL: site.url });
  await theirs.addInitScript((token) => localStorage.setItem('vh_token', token), creator.token);
  await theirs.goto('/profile');
  await expect(theirs.getByText('A stranger is in the picture.')).toBeVisible();
  await theirs.getByRole('link', { name: 'Watch at 0:03' }).click();
  const shown = theirs.getByLabel('With a moment', { exact: true });
  await expect
    .poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThanOrEqual(3);
  // it can't be commented on or liked, and has no view count
  await expect(
    theirs.getByText("This video isn't public. Only its creator and admins can see it."),
  ).toBeVisible();
  await expect(theirs.getByText('Comments open once the video is public.')).toBeVisible();
  for (const name of ['Report', 'Post comment'])
    await expect(theirs.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  await expect(theirs.getByRole('heading', { name: 'Watch next' })).toBeVisible();
  expect(await theirs.evaluate(() => sessionStorage.getItem('viewedVideos'))).toBeNull();
  await theirs.goBack();
  await theirs.getByRole('link', { name: 'With a moment', exact: true }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('With a moment');
  await theirs.close();
});

test('a rejected creator reads the reason, edits the text and submits again', async ({
  page,
  site,
  signIn,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  const id = await site.addVideo({
    title: 'Buy this',
    status: 'REJECTED',
    uploader_id: creator.id,
    reject_reason: JSON.stringify("It's mostly advertising."),
  });
  await page.goto('/profile');
  await expect(page.getByText("It's mostly advertising.")).toBeVisible();
  await page.getByRole('button', { name: 'Edit and resubmit' }).click();
  await page.getByLabel('Title').fill('Watch this');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText(/in review \(\d+\w\w in queue\)/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeHidden();
  const after = await fetch(`${site.url}/api/submissions/${id}`, {
    headers: { authorization: `Bearer ${creator.token}` },
  });
  expect(await after.json()).toMatchObject({ title: 'Watch this', status: 'PENDING' });
});
