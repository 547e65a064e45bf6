import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Submission } from '#contract/submissions.ts';
import { killAll, spawnSite } from '#server/testing/process.ts';
import { startBucket } from '#server/testing/s3.ts';
import { smallClip } from './clips.ts';
import { openDialog } from './dialog.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';

// a process of its own, not the fixture's; and a bucket that lets no pages in is a line in the console
test.use({ baseURL: 'http://127.0.0.1', allowedErrors: [/CORS policy|net::ERR_FAILED/] });

const MIB = 1024 * 1024;
const SIZE = 18 * MIB;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-direct-'));
  await chmod(folder, 0o755);
});
test.afterAll(async () => {
  await killAll();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test('a large video goes into the bucket in parts, and through the site where the bucket lets no pages in', async ({
  page,
}) => {
  const clip = await readFile(await smallClip());
  const free = Buffer.alloc(SIZE - clip.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  await writeFile(join(folder, 'large.mp4'), Buffer.concat([clip, free]));
  const bucket = await startBucket({ cors: true });
  const site = await spawnSite({
    env: {
      DATA_DIR: join(folder, 'data'),
      STORAGE_URL: bucket.storageUrl(),
      S3_PRESIGNED: 'on',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      ADMIN_USERNAME: 'boss',
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD: 'correct horse battery',
    },
  });
  await site.ready();
  const signedIn = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'boss', password: 'correct horse battery' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  await page.addInitScript((value) => localStorage.setItem('vh_token', value), token);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (['PUT', 'PATCH'].includes(request.method()))
      sent.push(`${request.method()} ${new URL(request.url()).origin}`);
  });
  const toBucket = `PUT ${new URL(bucket.publicUrl('')).origin}`;
  const toSite = `PATCH ${site.url}`;
  const submit = async (title: string) => {
    const dialog = await openDialog(page, site.url);
    await dialog.getByLabel('Video file').setInputFiles(join(folder, 'large.mp4'));
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText('Video Uploaded')).toBeVisible({ timeout: within(30_000) });
    // a thumbnail follows, by another PUT to the site
    return sent.splice(0).filter((one) => one === toBucket || one === toSite);
  };
  expect(await submit('Past the site')).toEqual([toBucket, toBucket, toBucket]);
  await bucket.forbidPages();
  expect(await submit('Through it')).toEqual([toBucket, toSite, toSite, toSite]);
  const headers = { authorization: `Bearer ${token}` };
  const mine = await fetch(`${site.url}/api/submissions/mine`, { headers });
  expect((await mine.json()) as Submission[]).toMatchObject([
    { title: 'Through it' },
    { title: 'Past the site' },
  ]);
  await site.end();
  await bucket.close();
});
