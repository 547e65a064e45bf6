import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { OWNER_DEFAULTS } from '#server/app/start/owner-settings.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestPerson } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { diagnose, reportOf } from './diagnostics.actions.ts';
import { publicMediaCheck } from './public-media.check.ts';
import { reachChecks } from './reach.checks.ts';
import { serviceChecks } from './services.checks.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function fetchReport(admin: TestPerson, headers: Record<string, string> = {}) {
  const { lines, settings } = await admin.call(adminApi.check, { headers });
  return {
    line: (name: string) => lines.find((each) => each.name === name),
    setting: (name: string) => settings.find((each) => each.name === name),
    all: JSON.stringify({ lines, settings }),
  };
}

test('runs all checks at once, and an unavailable service delays only its own line', async () => {
  const site = await startTestSite();
  const { ctx } = site;
  const never = () => new Promise<never>(() => {});
  const found = await diagnose(
    {
      ...ctx,
      database: () => {
        throw new Error('The database is away.');
      },
      storage: async () => ctx.storage,
      media: async () => ctx.media,
      mail: { ...ctx.mail, check: never },
      request: null,
    },
    200,
  );
  const lines = reportOf(found);
  const states = Object.fromEntries(lines.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    Database: 'failed',
    Queue: 'failed',
    Mail: 'failed',
    Import: 'off',
    Payments: 'ok',
  });
  expect(lines.find(({ name }) => name === 'Mail')?.text).toBe('No response within 0.2 s');
  for (const { state, advice } of lines)
    expect(advice !== null).toBe(state === 'warning' || state === 'failed');
});

test('shows the owner what is fine, what to do, and where each setting came from', async () => {
  const site = await startTestSite({
    SMTP_URL: 'smtp://somebody:a-secret-password@127.0.0.1:1',
    METRICS_TOKEN: 'another-secret',
  });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const renamed = await admin.fetch('/api/admin/settings/brand', {
    method: 'PUT',
    json: { version: 0, name: 'Sunny' },
  });
  expect(renamed.status).toBe(200);
  const { line, setting, all } = await fetchReport(admin, { 'x-forwarded-for': '203.0.113.9' });
  expect(line('Database')).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^PostgreSQL \d\d.*MB/),
  });
  expect(line('Connections')?.text).toMatch(/^\d+ of \d+$/);
  for (const name of ['Bloat', 'Clock', 'Media', 'Unused files', 'Missing files', 'Places'])
    expect(line(name), name).toMatchObject({ state: 'ok', advice: null });
  expect(line('Encoding')?.text).toMatch(/^ffmpeg \S*\d/);
  expect(line('Encoding')?.text).not.toContain('lacks');
  expect(line('Mail')).toMatchObject({ state: 'failed', advice: expect.stringContaining('SMTP_URL') });
  expect(line('Your address')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('TRUST_PROXY'),
  });
  expect(setting('SMTP_URL')).toEqual({
    name: 'SMTP_URL',
    value: 'smtp://127.0.0.1:1',
    source: 'environment',
  });
  expect(setting('SITE_NAME')).toEqual({ name: 'SITE_NAME', value: 'Sunny', source: 'dashboard' });
  expect(setting('METRICS_TOKEN')).toMatchObject({ value: '(set)' });
  expect(setting('PAYPAL_LIVE')).toEqual({ name: 'PAYPAL_LIVE', value: 'off', source: 'default' });
  expect(setting('LIMITS')?.value).toContain('signUpsPerHour=100,');
  expect(all).not.toContain('secret');
});

test('reports that the public URL of the site is not set', async () => {
  const [address] = reachChecks;
  const clock = { now: Date.now, sleep: async () => {} };
  const lineOf = async (environment: Record<string, string>) => {
    const { ctx } = site;
    const settings = readSettings(environment);
    return await address?.run({
      ...ctx,
      clock,
      settings,
      storage: async () => ctx.storage,
      media: async () => ctx.media,
      database: () => ctx,
      request: null,
    });
  };
  const site = await startTestSite();
  expect(await lineOf({ NODE_ENV: 'production' })).toMatchObject({
    state: 'failed',
    text: { values: ['http://localhost:3000'] },
  });
  expect(await lineOf({ NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' })).toEqual({
    state: 'ok',
    text: 'https://a.example',
  });
  expect(await lineOf({})).toMatchObject({ state: 'ok' });
});

test('reports that AV1 is on although ffmpeg has no encoder for it', async () => {
  const { ctx } = await startTestSite();
  const [encoding] = serviceChecks;
  const find = async (av1: boolean, encodesAv1: boolean) =>
    await encoding?.run({
      ...ctx,
      settings: {
        ...ctx.settings,
        owner: { ...ctx.settings.owner, videos: { ...OWNER_DEFAULTS.videos, av1 } },
      },
      storage: async () => ctx.storage,
      media: async () => ({ ...ctx.media, encodesAv1 }),
      database: () => ctx,
      request: null,
    });
  expect(await find(true, false)).toMatchObject({
    state: 'warning',
    text: { values: [expect.anything(), 'SVT-AV1'] },
  });
  for (const [av1, encodes] of [
    [true, true],
    [false, false],
  ] as const)
    expect(await find(av1, encodes)).toMatchObject({ state: 'ok' });
});

test('counts unused files and missing files', async () => {
  let ahead = 0;
  const site = await startTestSite(
    { LIMITS: 'freeDisk=900000T' },
    { clock: { now: () => Date.now() + ahead } },
  );
  const { storage } = site.ctx;
  await addVideo(site.ctx, { mp4_key: 'videos/1/aaaaaaaaaaaa/video.mp4', media_rev: 'aaaaaaaaaaaa' });
  await storage.write('originals/0a1b2c3d4e5f/source', Readable.from([Buffer.from('x')]));
  ahead = 4 * 24 * 3600 * 1000;
  const { line } = await fetchReport(await site.signUp('GLOBAL_ADMIN'));
  expect(line('Unused files')).toMatchObject({ state: 'ok', text: '1 of 1 files are unused' });
  expect(line('Missing files')).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('videos/1/aaaaaaaaaaaa/video.mp4'),
  });
  expect(line('Disk')).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('freeDisk value in LIMITS'),
  });
});

test('checks that public media is readable by browsers, and that private media is not public', async () => {
  const bucket = await startBucket({ cors: true });
  onTestFinished(() => bucket.close());
  const copies = {
    MEDIA_STORAGE_URL: bucket.storageUrl('shown'),
    MEDIA_URL: bucket.publicUrl('shown'),
  };
  const { ctx } = await startTestSite({ STORAGE_URL: bucket.storageUrl('site') });
  const found = (settings: Record<string, string>) =>
    publicMediaCheck.run({
      ...ctx,
      settings: readSettings(settings),
      database: () => ctx,
      storage: async () => ctx.storage,
      media: async () => ctx.media,
      request: null,
    });
  expect(await found({})).toMatchObject({ state: 'off' });
  expect(await found(copies)).toMatchObject({ state: 'ok' });
  expect(await found({ ...copies, MEDIA_URL: bucket.publicUrl('other') })).toMatchObject({ state: 'failed' });
  // this service needs no authentication
  expect(await found({ ...copies, STORAGE_URL: bucket.storageUrl('site') })).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('publicly readable'),
  });
  await bucket.forbidPages();
  expect(await found(copies)).toMatchObject({ state: 'warning', advice: expect.stringContaining('CORS') });
});

test('detects the upload limit of a proxy in front from the announced length alone', async () => {
  const small = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (head: Buffer) => {
      const length = Number(/content-length: (\d+)/i.exec(head.toString())?.[1]);
      socket.end(
        length > 10 << 20
          ? 'HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'
          : 'HTTP/1.1 100 Continue\r\n\r\n',
      );
    });
  }).listen(0, '127.0.0.1');
  servers.push(small);
  await once(small, 'listening');
  const site = await startTestSite({
    PUBLIC_URL: `http://127.0.0.1:${(small.address() as AddressInfo).port}`,
  });
  const { line } = await fetchReport(await site.signUp('GLOBAL_ADMIN'));
  expect(line('Upload limit')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('client_max_body_size'),
  });
});
