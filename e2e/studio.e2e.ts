import { Statistics } from '#contract/statistics/statistics.ts';
import { bodyOf } from '#server/testing/client.ts';
import { smallVideo, uploadVideo } from './videos.ts';
import { openDialog } from './dialog.ts';
import { addFeedVideo, serveVideos } from './feed-videos.ts';
import { expect, test, type Person } from './fixture.ts';
import { within } from './slow.ts';

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

test('a video is uploaded as unlisted, edited, scheduled, and replaced with another video @soak', async ({
  page,
  site,
  signIn,
  browser,
  request,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
  await dialog.getByLabel('Title').fill('Harbour at dawn');
  await dialog.getByLabel('Visibility').selectOption('Unlisted');
  await expect(dialog.getByText('Anyone with the link can watch. Not listed.')).toBeVisible();
  await dialog.getByLabel('Comments').selectOption('Needs my review');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Video Uploaded')).toBeVisible();
  await expect(dialog).toBeHidden();

  const admin = await site.signUp('GLOBAL_ADMIN');
  const dashboard = await browser.newPage({ baseURL: site.url });
  await dashboard.addInitScript((token) => localStorage.setItem('vh_token', token), admin.token);
  await dashboard.goto('/admin?tab=submissions');
  const item = dashboard.getByRole('listitem').filter({ hasText: 'Harbour at dawn' });
  await expect(item.getByText('Unlisted')).toBeVisible();
  await item.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(item.getByText('APPROVED')).toBeVisible();

  await page.goto('/studio');
  const row = page.getByRole('row', { name: /Harbour/ });
  await expect(row.getByText('Live')).toBeVisible({ timeout: within(45_000) });
  const address =
    (await row.getByRole('link', { name: 'Harbour at dawn', exact: true }).getAttribute('href')) ?? '';
  const id = Number(address.split('/').at(-1));
  const seen = async () => (await request.get(`${site.url}/video/${id}`)).status();
  expect(await seen()).toBe(200);

  await row.getByRole('button', { name: 'Actions for Harbour at dawn' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Harbour at dusk');
  await page.getByLabel('Visibility').selectOption('Public');
  await page.getByLabel('Publish at').fill(`${new Date().getFullYear() + 1}-03-01T18:00`);
  await page.getByRole('button', { name: 'Save' }).click();
  const state = page.getByRole('complementary', { name: 'Preview' });
  await expect(state.getByText('Scheduled')).toBeVisible();
  await expect(state.getByText(/^Goes live .*Mar/)).toBeVisible();
  expect(await seen()).toBe(404);
  await dashboard.getByRole('button', { name: 'Scheduled' }).click();
  await expect(dashboard.getByRole('heading', { name: 'Harbour at dusk' })).toBeVisible();
  const soon = new Date(Date.now() + 1500).toISOString();
  await request.patch(`${site.url}/api/submissions/${id}`, {
    headers: bearer(creator),
    data: { publishAt: soon },
  });
  await expect.poll(seen).toBe(200);

  // another video, and a picture out of this one
  await page.getByRole('button', { name: 'Use picture 2 of 5' }).click({ timeout: within(45_000) });
  await expect(page.getByText('Thumbnail changed')).toBeVisible();
  await page.getByLabel('Video file').setInputFiles(await smallVideo());
  await expect(page.getByText('Processing the new video').first()).toBeVisible();
  await expect(state.getByText('The new video is pending review')).toBeVisible({ timeout: within(45_000) });
  await dashboard.getByRole('button', { name: 'In review' }).click();
  await expect(dashboard.getByText('Changes pending review').first()).toBeVisible();
  await dashboard.getByRole('button', { name: 'Review Harbour at dusk' }).click();
  const review = dashboard.getByRole('dialog', { name: /^Review 1 of / });
  await expect(review.getByRole('region', { name: 'Proposed changes' })).toContainText('Video');
  await review.getByRole('button', { name: 'Approve change' }).click();
  await expect(review.getByRole('button', { name: 'Approve change' })).toHaveCount(0);
  await expect(state.getByText('The new video is pending review')).toHaveCount(0, {
    timeout: within(30_000),
  });
});

test.describe('a video without files', () => {
  test.use({ server: 'feed' });

  test('the focal point of a thumbnail is set by a pointer and by arrow keys', async ({
    page,
    site,
    signIn,
  }) => {
    const { id: uploader_id } = await signIn('CONTENT_CREATOR');
    await serveVideos(page);
    const id = await addFeedVideo(site, 'In focus', { uploader_id });
    await page.goto(`/studio/${id}`);
    const field = page.getByRole('group', { name: 'Focal point' });
    const dot = field.getByRole('slider', { name: 'Focal point' });
    await dot.hover();
    const box = (await field.locator('img').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await page.mouse.up();
    await expect(dot).toHaveAttribute('aria-valuetext', '25% from the left, 50% from the top');
    await dot.press('ArrowRight');
    await dot.press('ArrowUp');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ focus: { x: 0.3, y: 0.45 }, version: 1 });
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await field.getByRole('button', { name: 'Reset' }).click();
    await expect(dot).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top');
  });
});

test('the retention curve appears once ten people have watched @soak', async ({
  page,
  site,
  signIn,
  browser,
  request,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  const admin = await site.signUp('GLOBAL_ADMIN');
  const id = await uploadVideo(request, site, creator, 'Seen by ten');
  await request.post(`${site.url}/api/submissions/${id}/approve`, { headers: bearer(admin) });
  const video = `${site.url}/api/videos/${id}`;
  await expect.poll(async () => (await request.get(video)).status(), { timeout: within(45_000) }).toBe(200);
  // each without a cookie, and so another visitor
  for (let each = 0; each < 9; each += 1)
    expect((await fetch(`${video}/view`, { method: 'POST' })).status).toBe(200);
  const statistics = async () =>
    await bodyOf(
      request.get(`${site.url}/api/me/statistics?days=7`, { headers: bearer(creator) }),
      Statistics,
    );
  expect((await statistics()).curve).toBeNull();
  await page.goto('/studio?tab=statistics'); // as the address was before
  await expect(page.getByText('Not enough data yet (fewer than 10 viewers).')).toBeVisible();

  const viewer = await browser.newPage({ baseURL: site.url });
  const reports: object[] = [];
  viewer.on('request', (sent) => {
    if (sent.url().endsWith('/progress')) reports.push(sent.postDataJSON() as object);
  });
  await viewer.goto(`/video/${id}`);
  const player = viewer.getByRole('group', { name: 'Player: Seen by ten' });
  const videoElement = player.locator('video').first();
  await videoElement.evaluate((each: HTMLVideoElement) => each.play());
  await expect
    .poll(() => videoElement.evaluate((each: HTMLVideoElement) => each.currentTime), {
      timeout: within(20_000),
    })
    .toBeGreaterThan(4.2);
  expect(reports, 'nothing in the first ten seconds').toEqual([]);
  await viewer.goto('about:blank');
  await expect.poll(async () => (await statistics()).curve?.[3]?.percent).toBe(10);
  expect((await statistics()).curve?.[9]?.percent).toBe(0);
  await page.reload();
  await expect(page.getByRole('row', { name: '50% 10%' })).toBeVisible();
  await viewer.close();
});
