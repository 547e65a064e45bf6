import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { smallVideo } from './videos.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';

test('an archive from another site is read, and the selected videos go into review @soak', async ({
  page,
  signIn,
}, testInfo) => {
  const path = testInfo.outputPath('films.zip');
  const archive = new ZipFile();
  archive.addFile(await smallVideo(), 'Kites over the bay.mp4', { compress: false });
  archive.addBuffer(Buffer.from('no film'), 'torn.mp4');
  // another file by an empty box at its end
  const other = Buffer.concat([await readFile(await smallVideo()), Buffer.from('\0\0\0\x08free')]);
  archive.addBuffer(other, 'secret.mp4', { compress: false });
  const secret = { name: 'Secret cove', privacy: 3, archiveFiles: { videoFile: 'secret.mp4' } };
  archive.addBuffer(Buffer.from(JSON.stringify({ videos: [secret] })), 'videos.json');
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));

  await signIn('CONTENT_CREATOR');
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('ZIP file, up to 2 GB').setInputFiles(path);
  await expect(page.getByRole('heading', { name: '3 videos found' })).toBeVisible({
    timeout: within(30_000),
  });
  await expect(page.getByRole('listitem').filter({ hasText: 'torn' })).toContainText(
    'read this file as a video',
  );
  const privateOne = page.getByRole('listitem').filter({ hasText: 'Secret cove' });
  await expect(privateOne.getByText('Private', { exact: true })).toBeVisible();
  await expect(privateOne.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Submit 1 video for review' }).click();
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible({ timeout: within(30_000) });

  await page.goto('/studio');
  await expect(page.getByRole('row', { name: /Kites over the bay/ })).toBeVisible();
});

test('a member who is not a creator sees how to become one @soak', async ({ page, signIn }) => {
  await signIn('LOGIN_USER');
  await page.goto('/archives');
  await expect(page.getByRole('heading', { name: 'The studio is for creators' })).toBeVisible();
});
