import Validator from '@adobe/structured-data-validator';
import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { community } from '#contract/community/community.ts';
import { shop } from '#contract/shop/shop.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

const HOME = 'https://clips.example';

let site: TestSite;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ PUBLIC_URL: HOME });
});

type Data = Record<string, unknown> & { '@type': string };

async function dataOf(path: string): Promise<Record<string, Data>> {
  const html = await (await site.fetch(path)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const found = scripts.map(([, text = '']) => JSON.parse(text) as Data);
  return Object.fromEntries(found.map((data) => [data['@type'], data]));
}

/** What search engines ask for and don't find, as the rules of Google's rich results have it. */
async function faultsOf(data: Record<string, Data>): Promise<string[]> {
  const jsonld = Object.fromEntries(Object.entries(data).map(([type, each]) => [type, [each]]));
  const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {}, errors: [] });
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage);
}

/** Those of the types that pages name which schema.org gives a language, and what a side is where it isn't text. */
const IN_A_LANGUAGE = ['VideoObject', 'DiscussionForumPosting', 'Comment', 'ProfilePage', 'CollectionPage'];
const PIXELS = { '@type': 'QuantitativeValue', value: expect.any(Number) as number, unitCode: 'E37' };

/** All of its nodes, at any depth. */
function nodesOf(data: unknown): Record<string, unknown>[] {
  if (typeof data !== 'object' || data === null) return [];
  return [data as Record<string, unknown>, ...Object.values(data).flatMap(nodesOf)];
}

test('a video has the language of its captions, and content in an unknown language declares none', async () => {
  const maker = await site.signUp('CONTENT_CREATOR');
  const languageOf = async (path: string, type: string) => {
    const html = await (await site.fetch(path, { headers: { cookie: 'lang=fr' } })).text();
    expect(html).toContain('<html lang="fr"');
    const [, text = ''] = new RegExp(`ld\\+json">(\\{[^<]*"@type":"${type}"[^<]*)</script>`).exec(html) ?? [];
    return (JSON.parse(text) as Data)['inLanguage'];
  };
  const id = await addVideo(site.ctx, { uploader_id: maker.id, width: 640, height: 360 });
  const put = (language: string, kind: string) =>
    maker.fetch(`/api/submissions/${id}/captions/${language}`, {
      method: 'PUT',
      json: { kind, cues: [{ start: 0, end: 3, text: 'Hallo' }] },
    });
  expect(await languageOf(`/video/${id}`, 'VideoObject')).toBeUndefined();
  // subtitles translate the speech
  await put('en', 'subtitles');
  expect(await languageOf(`/video/${id}`, 'VideoObject')).toBeUndefined();
  await put('de', 'captions');
  expect(await languageOf(`/video/${id}`, 'VideoObject')).toBe('de');
  const post = await maker.call(community.create, { body: { content: 'Moin' } });
  expect(await languageOf(`/community/${post.id}`, 'DiscussionForumPosting')).toBeUndefined();
  expect(await languageOf('/shop/1', 'Product')).toBeUndefined();
  expect(await languageOf(`/video/${id}`, 'BreadcrumbList')).toBeUndefined();
  expect(await languageOf(`/creators/${maker.username}`, 'ProfilePage')).toBe('fr');
});

test('a third-party validator finds no fault in the structured data of pages', async () => {
  const maker = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, {
    title: 'Harbour',
    uploader_id: maker.id,
    mp4_key: 'videos/1/a/720p.mp4',
    poster_key: 'videos/1/a/thumb-640.jpg',
    width: 1280,
    height: 720,
  });
  const plain = await addVideo(site.ctx, { title: 'Without a picture' });
  const make = async (path: string, json: object) => (await bodyOf(maker.fetch(path, { json }), WithId)).id;
  const put = (json: object) => maker.fetch(`/api/submissions/${id}/captions/en`, { method: 'PUT', json });
  await put({ cues: [{ start: 0, end: 3, text: 'Boats <i>come</i> in.' }] });
  await put({ kind: 'chapters', cues: [{ start: 0, end: 4, text: 'The pier' }] });
  const post = await make('/api/community/posts', { content: 'Who was there?' });
  const reply = await make('/api/community/posts', { content: 'I was', replyTo: post });
  const series = await make('/api/series', { title: 'Two days', videoIds: [id] });
  const playlist = await make('/api/playlists', { title: 'An evening', visibility: 'PUBLIC' });
  await maker.fetch(`/api/playlists/${playlist}/items`, { json: { videoId: plain } });

  const video = await dataOf(`/video/${id}`);
  expect(video['VideoObject']).toMatchObject({
    name: 'Harbour',
    contentUrl: `${HOME}/media/videos/1/a/720p.mp4`,
    embedUrl: `${HOME}/embed/${id}`,
    author: { '@type': 'Person', url: `${HOME}/creators/${maker.username}` },
    transcript: 'Boats come in.',
    hasPart: [
      { '@type': 'Clip', name: 'The pier', startOffset: 0, endOffset: 4, url: `${HOME}/video/${id}?t=0` },
    ],
    interactionStatistic: ['WatchAction', 'LikeAction', 'CommentAction'].map((type) => ({
      '@type': 'InteractionCounter',
      interactionType: { '@type': type },
    })),
  });
  expect(video['BreadcrumbList']?.['itemListElement']).toMatchObject([
    { position: 1, item: `${HOME}/` },
    { position: 2, item: `${HOME}/videos?category=Lifestyle` },
    { position: 3, name: 'Harbour', item: `${HOME}/video/${id}` },
  ]);
  const pages = {
    video,
    plain: await dataOf(`/video/${plain}`),
    product: await dataOf('/shop/1'),
    creator: await dataOf(`/creators/${maker.username}`),
    post: await dataOf(`/community/${post}`),
    series: await dataOf(`/series/${series}`),
    playlist: await dataOf(`/playlist/${playlist}`),
  };
  for (const [name, data] of Object.entries(pages)) expect([name, await faultsOf(data)]).toEqual([name, []]);
  expect(pages.product['Product']).toMatchObject({ offers: { priceCurrency: 'USD', price: '99.99' } });
  expect(pages.creator['ProfilePage']).toMatchObject({
    mainEntity: { '@type': 'Person', alternateName: maker.username },
  });
  expect(pages.post['DiscussionForumPosting']).toMatchObject({
    text: 'Who was there?',
    commentCount: 1,
    comment: [{ '@type': 'Comment', text: 'I was', url: `${HOME}/community/${post}?reply=${reply}` }],
  });
  expect(pages.series['CollectionPage']).toMatchObject({
    name: 'Two days',
    author: { '@type': 'Person', url: `${HOME}/creators/${maker.username}` },
    mainEntity: {
      numberOfItems: 1,
      itemListElement: [{ position: 1, name: 'Harbour', url: `${HOME}/video/${id}` }],
    },
  });
  for (const [name, data] of Object.entries(pages))
    for (const node of nodesOf(data)) {
      if ('inLanguage' in node)
        expect([name, IN_A_LANGUAGE]).toEqual([name, expect.arrayContaining([node['@type']])]);
      for (const side of ['width', 'height'])
        if (side in node) expect([name, node[side]]).toEqual([name, expect.objectContaining(PIXELS)]);
    }
  // the validator does find what is amiss
  const broken = {
    VideoObject: { ...video['VideoObject'], name: undefined, uploadDate: 'yesterday' } as Data,
  };
  expect((await faultsOf(broken)).length).toBeGreaterThan(0);
});

const open = async (path: string) => {
  const answer = await site.fetch(path);
  return { answer, html: await answer.text() };
};

test('a product with variants has an offer for each', async () => {
  const admin = await site.signUp('GLOBAL_ADMIN');
  const { id, variants } = await admin.call(shop.createProduct, {
    body: {
      name: 'Aviator',
      category: 'Classic',
      description: 'Light.',
      images: ['/products/premium-black-front.webp'],
      options: [{ name: 'Colour', values: ['Black', 'Gold'] }],
      variants: [
        { options: ['Black'], price: 80, stock: 0, sku: 'AV-B', gtin: '4006381333931' },
        { options: ['Gold'], price: 90 },
      ],
    },
  });
  const data = await dataOf(`/shop/${id}`);
  expect(await faultsOf(data)).toEqual([]);
  expect(data['Product']?.['offers']).toMatchObject([
    {
      name: 'Aviator, Black',
      sku: 'AV-B',
      gtin: '4006381333931',
      price: '80.00',
      availability: 'https://schema.org/OutOfStock',
      url: `${HOME}/shop/${id}?variant=${variants[0]?.id}`,
    },
    { sku: `${id}-${variants[1]?.id}`, price: '90.00', availability: 'https://schema.org/InStock' },
  ]);
});

test('a public playlist and a series describe themselves; a private one reveals nothing to others', async () => {
  const maker = await site.signUp('CONTENT_CREATOR', 'Maker');
  const id = await addVideo(site.ctx, {
    title: 'First part',
    uploader_id: maker.id,
    poster_key: 'videos/1/a/thumb-640.jpg',
  });
  const make = async (path: string, json: object) => (await bodyOf(maker.fetch(path, { json }), WithId)).id;
  const series = await make('/api/series', { title: 'In parts', videoIds: [id] });
  const playlist = await make('/api/playlists', { title: 'My evening', visibility: 'PUBLIC' });
  const empty = await open(`/playlist/${playlist}`);
  expect([empty.answer.status, empty.html.includes('content="noindex"')]).toEqual([200, true]);
  await maker.fetch(`/api/playlists/${playlist}/items`, { json: { videoId: id } });
  for (const [path, title] of [
    [`/series/${series}`, 'In parts'],
    [`/playlist/${playlist}`, 'My evening'],
  ]) {
    const { answer, html } = await open(`${path}?x=1`);
    expect(answer.status).toBe(200);
    for (const tag of [
      `<title>${title} · LLL</title>`,
      '<meta name="description" content="1 video, curated by Maker.">',
      `<link rel="canonical" href="${HOME}${path}">`,
      `<meta property="og:title" content="${title}">`,
      `<meta property="og:image" content="${HOME}/media/videos/1/a/thumb-640.jpg">`,
    ])
      expect(html).toContain(tag);
    expect(html).not.toContain('noindex');
  }
  expect((await open(`/series/${series}`)).html).toContain(
    `<link rel="alternate" type="application/rss+xml" href="/feed.rss?series=${series}" title="In parts">`,
  );
  const feed = (query: string, title: string) =>
    `<link rel="alternate" type="application/feed+json" href="/feed.json?${query}" title="${title}">`;
  expect((await open(`/video/${id}`)).html).toContain(feed('creator=Maker', 'Maker'));
  const category = (await open('/videos?sort=top&category=Lifestyle')).html;
  expect(category).toContain(`<link rel="canonical" href="${HOME}/videos?category=Lifestyle">`);
  expect(category).toContain(feed('category=Lifestyle', 'Lifestyle'));
  await maker.fetch(`/api/playlists/${playlist}`, { method: 'PATCH', json: { visibility: 'PRIVATE' } });
  for (const path of [`/playlist/${playlist}`, '/playlist/999999', '/series/999999', '/series/0']) {
    const { answer, html } = await open(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/My evening|First part/);
  }
});
