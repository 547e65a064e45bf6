import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { series as seriesApi } from '#contract/lists/series.ts';
import { CERTIFICATE_KEY, CERTIFICATES } from '#server/testing/certificates.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { announceChanges, pingSearchEngines } from './announce.jobs.ts';

const HOME = 'https://clips.example';

/** Requests to search engines and the hub, by path. */
let got: { path: string; type: string | undefined; body: string }[] = [];
let answer = 202;
const receiver = createServer(
  { key: CERTIFICATE_KEY, cert: CERTIFICATES.selfSigned },
  (request, response) =>
    void text(request).then((body) => {
      got.push({ path: request.url ?? '', type: request.headers['content-type'], body });
      response.writeHead(answer).end();
    }),
);
let leadsTo = '127.0.0.1';
let hub = '';
let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const origin = `https://localhost:${(receiver.address() as AddressInfo).port}`;
  hub = `${origin}/hub`;
  site = await startTestSite(
    { PUBLIC_URL: HOME },
    {
      outbound: {
        ca: CERTIFICATES.selfSigned,
        announced: { indexNow: `${origin}/indexnow`, hub },
        isAllowed: (address) => address === '127.0.0.1',
        isAllowedName: () => true,
        lookup: (_host, _options, done) => done(null, [{ address: leadsTo, family: 4 }]),
      },
    },
  );
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  await site.ctx.db.deleteFrom('announcements').execute();
  [got, answer, leadsTo] = [[], 202, '127.0.0.1'];
});

async function setAnnounce(announce: boolean): Promise<void> {
  const at = '/api/admin/settings/community';
  const { version } = await admin.call(settings.readCommunity);
  expect((await admin.fetch(at, { method: 'PUT', json: { version, announce } })).status).toBe(200);
}
const announceNow = () => site.ctx.jobs.send(announceChanges, {});
const announced = (path: string) =>
  vi.waitFor(
    () => {
      const found = got.find((each) => each.path === path);
      if (!found) throw new Error('Nothing has come yet.');
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
const change = (id: number, json: object) => admin.fetch(`/api/submissions/${id}`, { method: 'PATCH', json });
const read = async (path: string) => (await site.fetch(path)).text();

interface Ping {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

test('notifies search engines and the hub of what was published or removed, and nothing else', async () => {
  await setAnnounce(true);
  const maker = await site.signUp('CONTENT_CREATOR');
  const own = { uploader_id: maker.id, category: 'Beauty' };
  const videoId = await addVideo(site.ctx, { ...own, status: 'PENDING' });
  for (const visibility of ['UNLISTED', 'MEMBERS', 'PRIVATE'] as const)
    await addVideo(site.ctx, { ...own, visibility });
  const { id: series } = await maker.call(seriesApi.create, {
    body: { title: 'In parts', videoIds: [videoId] },
  });
  expect((await admin.fetch(`/api/submissions/${videoId}/approve`, { method: 'POST' })).status).toBe(200);

  await announceNow();
  const { type, body } = await announced('/indexnow');
  expect(type).toBe('application/json; charset=utf-8');
  const list = JSON.parse(body) as Ping;
  expect(list).toEqual({
    host: 'clips.example',
    key: expect.stringMatching(/^[a-zA-Z0-9-]{8,128}$/) as string,
    keyLocation: `${HOME}/${list.key}.txt`,
    urlList: [`${HOME}/video/${videoId}`],
  });
  expect(await read(`/${list.key}.txt`)).toBe(list.key);
  const ping = await announced('/hub');
  expect(ping.type).toBe('application/x-www-form-urlencoded');
  const form = new URLSearchParams(ping.body);
  expect(form.get('hub.mode')).toBe('publish');
  const queries = ['', '?category=Beauty', `?creator=${maker.username}`, `?series=${series}`];
  expect(form.getAll('hub.url').toSorted()).toEqual(
    queries
      .flatMap((query) => ['xml', 'rss', 'json'].map((ending) => `${HOME}/feed.${ending}${query}`))
      .toSorted(),
  );

  got = [];
  expect((await change(videoId, { visibility: 'MEMBERS' })).status).toBe(200);
  await announceNow();
  expect((JSON.parse((await announced('/indexnow')).body) as Ping).urlList).toEqual([
    `${HOME}/video/${videoId}`,
  ]);
  await announced('/hub');
});

test('each feed of videos names the hub so that third-party readers find it', async () => {
  await setAnnounce(true);
  const answers = await site.fetch('/feed.xml');
  expect(answers.headers.get('link')).toBe(`<${hub}>; rel="hub", <${HOME}/feed.xml>; rel="self"`);
  expect(parseAtomFeed(await answers.text()).links).toContainEqual(
    expect.objectContaining({ rel: 'hub', href: hub }),
  );
  expect(parseRssFeed(await read('/feed.rss')).atom?.links).toContainEqual(
    expect.objectContaining({ rel: 'hub', href: hub }),
  );
  expect(parseJsonFeed(await read('/feed.json')).hubs).toEqual([{ type: 'WebSub', url: hub }]);
  expect(await read('/feed.xml?board=true')).not.toContain(hub);
});

test('retries failed announcements, and never calls an address that leads inside a network', async () => {
  await setAnnounce(true);
  answer = 429;
  const videoId = await addVideo(site.ctx);
  await announceNow();
  await announced('/indexnow');
  const waiting = () =>
    site.ctx.jobs.boss.findJobs(pingSearchEngines.name, { data: { paths: [`/video/${videoId}`] } });
  await expect.poll(async () => (await waiting())[0]?.state, { timeout: 30_000 }).toBe('retry');
  [leadsTo, got] = ['10.0.0.7', []];
  const run = pingSearchEngines.run(
    site.ctx,
    { paths: [`/video/${videoId}`] },
    { id: '1', signal: AbortSignal.timeout(10_000) },
  );
  await expect(run).rejects.toThrow('inside a network');
  expect(got).toEqual([]);
});

test('a site that announces nothing notifies no one, and names neither key nor hub', async () => {
  await setAnnounce(true);
  await addVideo(site.ctx);
  await announceNow();
  const { key } = JSON.parse((await announced('/indexnow')).body) as Ping;
  await setAnnounce(false);
  got = [];
  const paths = [`/video/${await addVideo(site.ctx)}`];
  await announceChanges.run(site.ctx, {}, { id: '1', signal: AbortSignal.timeout(10_000) });
  expect(await site.ctx.db.selectFrom('announcements').selectAll().execute()).toEqual([]);
  expect(await site.ctx.jobs.boss.findJobs(pingSearchEngines.name, { data: { paths } })).toEqual([]);
  expect((await site.fetch(`/${key}.txt`)).status).toBe(404);
  expect(await read('/feed.xml')).not.toContain('rel="hub"');
});
