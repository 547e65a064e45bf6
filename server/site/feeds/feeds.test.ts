import { Readable } from 'node:stream';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { parseSitemap, parseSitemapIndex } from 'sitemap';
import { beforeAll, expect, test } from 'vitest';
import type { BodyInput } from '#contract/endpoint.ts';
import { community } from '#contract/community/community.ts';
import { series as seriesApi } from '#contract/lists/series.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { soakTest } from '#server/testing/soak.ts';
import { addVideo } from '#server/testing/videos.ts';

const HOME = 'https://clips.example';

const EDITED_AT = new Date(Date.now() + 60_000 - (Date.now() % 1000));

let site: TestSite;
let maker: TestPerson;
let videoId: number;
/** Of the maker: one with videos that are public, and one with none. */
let series: number;
let empty: number;
beforeAll(async () => {
  site = await startTestSite({ PUBLIC_URL: HOME, SITE_NAME: 'Clips & <Co>' });
  maker = await site.signUp('CONTENT_CREATOR');
  videoId = await addVideo(site.ctx, {
    title: 'Fish & <chips>',
    description: 'Hot.',
    uploader_id: maker.id,
    category: 'Beauty',
    mp4_key: 'videos/1/a/720p.mp4',
    poster_key: 'videos/1/a/thumb-640.jpg',
    width: 1280,
    height: 720,
    edited_at: EDITED_AT,
  });
  await site.ctx.storage.write('videos/1/a/720p.mp4', Readable.from([Buffer.alloc(1234)]));
  await addVideo(site.ctx, { title: 'Of another', category: 'Business' });
  const own = { uploader_id: maker.id, category: 'Innovation' };
  const second = await addVideo(site.ctx, { title: 'Second part', ...own });
  const waiting = await addVideo(site.ctx, { title: 'Not yet public', status: 'PENDING', ...own });
  const more = await addVideo(site.ctx, { title: 'Nor this', status: 'PENDING', ...own });
  series = await makeSeries({
    title: 'In parts',
    description: 'All of it.',
    videoIds: [videoId, second, waiting],
  });
  empty = await makeSeries({ title: 'Of what nobody sees', videoIds: [more] });
});

async function makeSeries(body: BodyInput<typeof seriesApi.create>): Promise<number> {
  return (await maker.call(seriesApi.create, { body })).id;
}

const text = async (path: string): Promise<string> => {
  const answer = await site.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};

test('third-party readers understand each feed in each format', async () => {
  const { id: post } = await maker.call(community.create, { body: { content: 'Hello there\nall of you' } });
  const feeds: [query: string, titles: string[]][] = [
    ['', ['Second part', 'Of another', 'Fish & <chips>']],
    [`?creator=${maker.username}`, ['Second part', 'Fish & <chips>']],
    [`?series=${series}`, ['Second part', 'Fish & <chips>']],
    ['?category=Business', ['Of another']],
    ['?board=true', ['Hello there']],
  ];
  for (const [query, titles] of feeds) {
    const atom = parseAtomFeed(await text(`/feed.xml${query}`));
    expect(atom.entries?.map(({ title }) => title?.value)).toEqual(titles);
    const rss = parseRssFeed(await text(`/feed.rss${query}`));
    expect(rss.items?.map(({ title }) => title)).toEqual(titles);
    const json = parseJsonFeed(await text(`/feed.json${query}`));
    expect(json.items?.map(({ title }) => title)).toEqual(titles);
    expect(json.feed_url).toBe(`${HOME}/feed.json${query}`);
    // the requested URL is its own
    const inGerman = `${query}${query ? '&' : '?'}lang=de`;
    for (const ending of ['xml', 'rss'])
      expect(await text(`/feed.${ending}${inGerman}`)).toContain(
        `href="${HOME}/feed.${ending}${inGerman.replace('&', '&amp;')}"/>`,
      );
    expect(parseJsonFeed(await text(`/feed.json${inGerman}`)).feed_url).toBe(`${HOME}/feed.json${inGerman}`);
  }
  expect(parseRssFeed(await text(`/feed.rss?series=${series}`))).toMatchObject({
    title: 'In parts – Clips & <Co>',
    description: 'All of it.',
    link: `${HOME}/series/${series}`,
  });
  const [, item] = parseRssFeed(await text(`/feed.rss?series=${series}`)).items ?? [];
  expect(item).toMatchObject({
    link: `${HOME}/video/${videoId}`,
    guid: { value: `${HOME}/video/${videoId}`, isPermaLink: true },
    enclosures: [{ url: `${HOME}/media/videos/1/a/720p.mp4`, type: 'video/mp4', length: 1234 }],
    media: {
      contents: [
        {
          url: `${HOME}/media/videos/1/a/720p.mp4`,
          medium: 'video',
          duration: 8,
          width: 1280,
          height: 720,
          player: { url: `${HOME}/embed/${videoId}` },
        },
      ],
    },
  });
  // texts edited since publication count as an update; without edits there is no such time
  const changed = parseAtomFeed(await text(`/feed.xml?series=${series}`));
  const times = changed.entries?.map(({ published, updated }) => [published, updated]) ?? [];
  expect([changed.updated, times[1]?.[1]]).toEqual([EDITED_AT.toISOString(), EDITED_AT.toISOString()]);
  expect(times[0]?.[0]).toBe(times[0]?.[1]);
  expect(parseRssFeed(await text(`/feed.rss?series=${series}`)).lastBuildDate).toBe(EDITED_AT.toUTCString());
  const modified = parseJsonFeed(await text(`/feed.json?series=${series}`)).items ?? [];
  expect(modified.map(({ date_modified: at }) => at)).toEqual([undefined, EDITED_AT.toISOString()]);
  const [firstItem] = parseJsonFeed(await text('/feed.json?board=true')).items ?? [];
  expect(firstItem).toMatchObject({
    url: `${HOME}/community/${post}`,
    content_text: 'Hello there\nall of you',
    authors: [{ name: maker.username }],
  });
  for (const path of [
    '/feed.rss?creator=nobody-here',
    '/feed.json?category=Nothing',
    `/feed.xml?series=${empty}`,
    '/feed.xml?series=x',
  ])
    expect((await site.fetch(path)).status).toBe(404);
  const types = ['xml', 'rss', 'json'].map(async (ending) =>
    (await site.fetch(`/feed.${ending}`)).headers.get('content-type'),
  );
  expect(await Promise.all(types)).toEqual(
    ['atom+xml', 'rss+xml', 'feed+json'].map((type) => `application/${type}; charset=utf-8`),
  );
});

const read = (xml: string) => parseSitemap(Readable.from([xml]));

test('a small site has one sitemap, with its videos as video entries', async () => {
  const entries = await read(await text('/sitemap.xml'));
  const addresses = entries.map(({ url }) => url);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const path of ['/', '/videos', '/videos?category=Beauty', '/shop/1', `/creators/${maker.username}`])
    expect(addresses).toContain(HOME + path);
  const found = entries.find(({ url }) => url === `${HOME}/video/${videoId}`);
  expect(found).toMatchObject({
    lastmod: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    video: [
      {
        title: 'Fish & <chips>',
        description: 'Hot.',
        thumbnail_loc: `${HOME}/media/videos/1/a/thumb-640.jpg`,
        content_loc: `${HOME}/media/videos/1/a/720p.mp4`,
        player_loc: `${HOME}/embed/${videoId}`,
        duration: 8,
      },
    ],
  });
  expect(found?.links).toContainEqual(
    expect.objectContaining({ lang: 'de', url: `${HOME}/video/${videoId}?lang=de` }),
  );
  // texts edited since publication update its page
  const times = [new Date(found?.lastmod ?? ''), new Date(found?.video[0]?.publication_date ?? '')];
  expect(times).toEqual([EDITED_AT, expect.any(Date)]);
  expect(times[1]?.getTime()).toBeLessThan(EDITED_AT.getTime());
  expect(addresses).toContain(`${HOME}/series/${series}`);
  expect(addresses).not.toContain(`${HOME}/series/${empty}`);
  expect(JSON.stringify(entries)).not.toContain('Not yet public');
});

soakTest('a large one has an index of pages, each of at most 10,000 entries', async () => {
  const large = await startTestSite({ PUBLIC_URL: HOME });
  await large.ctx.db
    .insertInto('videos')
    .values(
      Array.from({ length: 2000 }, (_, at) => ({
        origin: 'UPLOAD' as const,
        title: `Video ${at}`,
        category: 'Lifestyle',
        processing: 'READY' as const,
        status: 'APPROVED' as const,
        approved_at: new Date(1_700_000_000_000 + at),
        poster_key: `videos/${at}/a/thumb-640.jpg`,
        duration_ms: 8000,
      })),
    )
    .execute();
  for (let rounds = 0; rounds < 3; rounds++)
    await large.ctx.db
      .insertInto('videos')
      .columns(['origin', 'title', 'category', 'processing', 'status', 'approved_at', 'duration_ms'])
      .expression((make) =>
        make
          .selectFrom('videos')
          .select(['origin', 'title', 'category', 'processing', 'status', 'approved_at', 'duration_ms']),
      )
      .execute();
  const answer = await large.fetch('/sitemap.xml');
  const index = await parseSitemapIndex(Readable.from([await answer.text()]));
  const addresses = index.map(({ url }) => url);
  expect(addresses).toEqual(
    expect.arrayContaining(
      ['pages', 'clips-1', 'clips-2', 'products-1'].map((name) => `${HOME}/sitemaps/${name}.xml`),
    ),
  );
  expect(index.every(({ lastmod }) => Boolean(lastmod))).toBe(true);
  const sizes = await Promise.all(
    addresses
      .filter((address) => address.includes('/clips-'))
      .map(async (address) => {
        const page = await large.fetch(new URL(address).pathname);
        return (await read(await page.text())).length;
      }),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(16_000);
  for (const name of ['clips-3', 'clips-0', 'clips-x', 'nothing-1', 'clips-99999999999'])
    expect((await large.fetch(`/sitemaps/${name}.xml`)).status, name).toBe(404);
});
