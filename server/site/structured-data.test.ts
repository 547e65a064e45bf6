import Validator from '@adobe/structured-data-validator';
import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

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

test('a validator of others finds nothing amiss in what pages tell search engines', async () => {
  const maker = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, {
    title: 'Harbour',
    uploader_id: maker.id,
    mp4_key: 'videos/1/a/720p.mp4',
    poster_key: 'videos/1/a/thumb-640.jpg',
  });
  const plain = await addVideo(site.ctx, { title: 'Without a picture' });
  const write = async (json: object) =>
    ((await (await maker.fetch('/api/community/posts', { json })).json()) as { id: number }).id;
  const post = await write({ content: 'Who was there?' });
  const reply = await write({ content: 'I was', replyTo: post });

  const clip = await dataOf(`/video/${id}`);
  expect(clip['VideoObject']).toMatchObject({
    name: 'Harbour',
    contentUrl: `${HOME}/media/videos/1/a/720p.mp4`,
    embedUrl: `${HOME}/embed/${id}`,
    author: { '@type': 'Person', url: `${HOME}/creators/${maker.username}` },
  });
  expect(clip['BreadcrumbList']?.['itemListElement']).toMatchObject([
    { position: 1, item: `${HOME}/` },
    { position: 2, item: `${HOME}/videos?category=Lifestyle` },
    { position: 3, name: 'Harbour', item: `${HOME}/video/${id}` },
  ]);
  const pages = {
    clip,
    plain: await dataOf(`/video/${plain}`),
    product: await dataOf('/shop/1'),
    creator: await dataOf(`/creators/${maker.username}`),
    post: await dataOf(`/community/${post}`),
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
  // the validator does find what is amiss
  const broken = {
    VideoObject: { ...clip['VideoObject'], name: undefined, uploadDate: 'yesterday' } as Data,
  };
  expect((await faultsOf(broken)).length).toBeGreaterThan(0);
});
