import { SPOKEN } from '#server/testing/video-files.ts';
import { hasRecognizer } from '#server/testing/speech/recognizer.ts';
import { dialogsClosed } from './dialog.ts';
import { publishVideo } from './videos.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

const CUES = [
  { start: 0, end: 2.5, text: 'Good morning' },
  { start: 2.5, end: 5, text: 'there is a <b>kingfisher</b>' },
  { start: 5, end: 8, text: 'and gone again' },
];

const timeOf = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);

test('captions appear over the video and in the transcript, and search results open at their second', async ({
  page,
  request,
  site,
}) => {
  const id = await publishVideo(request, site, 'At the pier');
  await site.addVideo({ title: 'What follows' });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const put = (data: object) =>
    request.put(`${site.url}/api/submissions/${id}/captions/en`, {
      headers: { authorization: `Bearer ${admin.token}` },
      data,
    });
  expect((await put({ cues: CUES })).status()).toBe(200);
  const chapters = [
    { start: 0, end: 5, text: 'The pier' },
    { start: 5, end: 8, text: 'The end' },
  ];
  expect((await put({ kind: 'chapters', cues: chapters })).status()).toBe(200);

  // in the page's HTML, for who has no script and for machines
  const html = await (await request.get(`${site.url}/video/${id}`)).text();
  expect(html).toContain('there is a kingfisher</span>');
  expect(html.match(/there is a kingfisher/g), 'in the text and in JSON-LD').toHaveLength(2);
  expect(html.indexOf('<h1'), 'the title first').toBeLessThan(html.indexOf('id="transcript"'));
  expect(html, 'its picture is fetched once').toMatch(
    /<link rel="preload" as="image" [^>]*thumb-1280.webp" crossorigin>/,
  );
  expect(html).toContain('"hasPart":[{"@type":"Clip","name":"The pier"');

  await expect
    .poll(async () => (await request.get(`${site.url}/api/search?q=kingfisher`)).text())
    .toContain('"moments":[{');
  await page.goto('/search?q=kingfisher');
  await page.getByRole('link', { name: 'there is a kingfisher' }).click();
  await expect(page).toHaveURL(new RegExp(`/video/${id}\\?t=2.5$`));
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2.4);
  expect(await timeOf(page)).toBeLessThan(5);

  const player = page.getByRole('group', { name: 'Player: At the pier' });
  await player.getByRole('button', { name: 'Captions' }).click();
  await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true');
  const transcript = page.getByRole('region', { name: 'Transcript' });
  await transcript.getByRole('link', { name: 'and gone again' }).click();
  await expect(player.locator('[data-captions]')).toHaveText('and gone again');
  await expect(transcript.getByRole('link', { name: 'and gone again' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.pause());
  const chapter = page.getByRole('region', { name: 'Chapters' }).getByRole('link', { name: 'The pier' });
  await chapter.click();
  await expect.poll(() => timeOf(page)).toBeLessThan(3);

  await transcript.getByRole('searchbox').fill('GONE');
  await expect(transcript.getByRole('link')).toHaveCount(1);
  await transcript.getByRole('searchbox').fill('');
  await transcript.getByRole('link', { name: 'Good morning' }).focus();
  await page.keyboard.press('End');
  await expect(transcript.getByRole('link', { name: 'and gone again' })).toBeFocused();

  // the next items don't cover a sheet that was opened in the player
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.2;
      return video.play();
    });
  await expect(page.getByRole('group', { name: 'Up next' })).toBeVisible();
  await player.getByRole('button', { name: 'Speed and quality' }).click();
  await expect(page.getByRole('group', { name: 'Up next' })).toBeHidden();
  await player.getByRole('button', { name: 'Caption settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Captions' });
  await settings.getByText('Large').click();
  await settings.getByText('Off').click();
  await settings.getByRole('button', { name: 'Close' }).click();
  await dialogsClosed(page);
  await page.reload();
  await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false');
  expect(await page.evaluate(() => localStorage.getItem('captions'))).toContain('"size":"large"');

  // a long one is whole as well, though the page's HTML has only its beginning in rows
  const long = Array.from({ length: 400 }, (_, at) => ({
    start: at / 50,
    end: (at + 1) / 50,
    text: at === 399 ? '<v Ann>and\nthat was all' : `Line ${at}`,
  }));
  expect((await put({ cues: long })).status()).toBe(200);
  await page.reload();
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.currentTime = 4;
    });
  await expect(transcript.locator('[aria-current]')).toBeInViewport();
  await transcript.getByRole('link', { name: 'Line 0' }).focus();
  await page.keyboard.press('End');
  const last = transcript.getByRole('link', { name: 'Ann: and that was all' });
  await expect(last).toBeFocused();
  await transcript.getByRole('searchbox').fill('line 39');
  await expect(transcript.getByRole('link')).toHaveCount(10);
  await transcript.getByRole('searchbox').fill('THAT was');
  await last.click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(7.9);

  // on a phone the video stays above the transcript that is read
  await page.setViewportSize({ width: 390, height: 844 });
  await transcript.getByRole('button', { name: 'Show' }).click();
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 600));
  await expect(page.getByRole('heading', { name: 'At the pier' })).not.toBeInViewport();
  await expect(player).toBeInViewport({ ratio: 0.9 });
});

// a broken file is rejected with a message
test.use({ allowedErrors: [/status of 422/] });

test('an admin writes captions by keyboard, saves a draft, and publishes them', async ({
  page,
  request,
  site,
}) => {
  const id = await publishVideo(request, site, 'Written by keys');
  const admin = await site.signUp('GLOBAL_ADMIN');
  const bearer = { authorization: `Bearer ${admin.token}` };
  await page.addInitScript((token) => localStorage.setItem('vh_token', token), admin.token);
  await page.goto(`/video/${id}`);
  await page.getByRole('link', { name: 'Add captions' }).click();
  await expect(page.getByRole('heading', { name: 'Captions of Written by keys' })).toBeVisible();
  await page.getByRole('button', { name: 'Write the first line' }).waitFor();
  await page.keyboard.press('Alt+n');
  await page.getByLabel('Line 1').waitFor();
  await page.keyboard.type('One two three four');
  const end = page.getByRole('group', { name: 'End' });
  await expect(end).toContainText('0:02.0');
  for (let times = 0; times < 3; times++) await page.keyboard.press('Alt+Shift+Period');
  await expect(end).toContainText('0:02.3');
  await page.keyboard.press('Alt+x');
  await expect(page.getByLabel('Line 2')).toHaveValue('three four');
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Line 2')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByLabel('Line 2')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByLabel('Line 1')).toHaveValue('One two');
  await page.keyboard.press('Alt+m');
  await expect(page.getByLabel('Line 1')).toHaveValue('One two three four');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved')).toBeVisible({ timeout: within(20_000) });
  const track = () => request.get(`${site.url}/api/submissions/${id}/captions/en`, { headers: bearer });
  expect(await (await track()).json()).toMatchObject({ state: 'DRAFT', cues: [{ end: 2.3 }] });
  expect((await request.get(`${site.url}/api/videos/${id}/captions/en`)).status()).toBe(404);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as VTT' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`${id}-en.vtt`);
  await page.getByLabel('Line 1').focus();
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await request.get(`${site.url}/api/videos/${id}/captions/en?format=txt`)).text())
    .toBe('One two three four\n');
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel('Line 1')).toBeFocused();

  await page.getByRole('button', { name: 'Import file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import file' });
  const choose = (text: Buffer) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'words.srt', mimeType: 'text/plain', buffer: text });
  await choose(Buffer.from('1\n00:00:02,000 --> 00:00:01,000\nBackwards\n'));
  await expect(dialog.getByRole('alert')).toHaveText('Line 2: This cue ends before it starts.');
  await choose(Buffer.from('1\n00:00:01,000 --> 00:00:02,500\nGr\xfc\xdfe\n', 'latin1'));
  await expect(dialog.getByText('1 line, written in windows-1252.')).toBeVisible();
  await expect(dialog.getByText('Grüße')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByLabel('Line 1')).toHaveValue('Grüße');
});

test('speech recognition generates captions, and an admin publishes them @soak', async ({
  page,
  request,
  site,
  signIn,
}) => {
  test.skip(!hasRecognizer, 'pocketsphinx is not installed here');
  await signIn('GLOBAL_ADMIN');
  const id = await publishVideo(request, site, 'Auto-generated', SPOKEN.path);
  await site.recogniseSpeech(true);
  try {
    await page.goto(`/video/${id}/captions`);
    await page.getByRole('button', { name: 'Generate captions' }).click();
    await expect(page.getByText('Generating captions.')).toBeVisible();
    await expect(page.getByLabel('Line 1')).toHaveValue(/good morning/i, { timeout: within(90_000) });
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect
      .poll(async () => (await request.get(`${site.url}/api/videos/${id}/captions/en?format=txt`)).text())
      .toMatch(/good morning/i);
  } finally {
    await site.recogniseSpeech(false);
  }
});
