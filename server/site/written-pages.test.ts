import { beforeAll, expect, test } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { playlists } from '#contract/lists/playlists.ts';
import { community } from '#contract/community/community.ts';
import { isRendered, PAGES, PRIVATE_PAGES, PUBLIC_PAGES } from '#contract/site/pages.ts';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite } from '#server/testing/site.ts';
import { flushIndex } from '#server/testing/search.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

const contentOf = (html: string): string =>
  /<div id="root">(.*)<\/div>\s*(<noscript|<script type="application\/(?:ld\+)?json")/s.exec(html)?.[1] ?? '';

/** What browsers forgive and the standard doesn't; `npm run soak -- valid-html` asks the W3C's own checker. */
const faultsOf = (html: string): string[] =>
  [
    /<link(?![^>]* rel=)[^>]*>/g,
    /<img(?=[^>]* sizes=)(?![^>]* srcset=)[^>]*>/gi,
    /<link(?=[^>]* imagesizes=)(?![^>]* imagesrcset=)[^>]*>/gi,
    /<span(?=[^>]* aria-label=)(?![^>]* role=)[^>]*>/g,
    /<button(?:(?!<\/button>).)*<(?:div|p|ul)\b/gs,
    /<time>/g,
  ].flatMap((fault) => html.match(fault) ?? []);

test('every public page is rendered in its HTML, byte-identical for guests and members', async () => {
  const now = Date.now();
  const site = await startTestSite({ PUBLIC_URL: 'https://clips.example' }, { clock: { now: () => now } });
  const person = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { title: 'Fish & chips', is_featured: true, description: 'Hot.' });
  await site.fetch(`/api/videos/${id}/comments`, {
    json: { authorUsername: 'Ann', text: 'Nice' },
  });
  const post = await person.call(community.create, { body: { content: 'Hello' } });
  await person.fetch(`/api/videos/${id}/like`, { method: 'POST' });
  const list = async (path: string, json: object) => (await bodyOf(person.fetch(path, { json }), WithId)).id;
  const playlist = await list('/api/playlists', { title: 'An evening', visibility: 'PUBLIC' });
  await person.fetch(`/api/playlists/${playlist}/items`, { json: { videoId: id } });
  const own = await addVideo(site.ctx, { title: 'First part', uploader_id: person.id });
  await person.fetch(`/api/submissions/${own}`, { method: 'PATCH', json: { tags: ['pier'] } });
  await person.fetch('/api/community/posts', {
    json: { content: `https://clips.example/video/${id} #pier` },
  });
  const series = await list('/api/series', { title: 'In parts', videoIds: [own] });
  const names: Record<string, string> = { username: person.username, tag: 'pier' };
  const ids: Record<string, number> = { product: 1, post: post.id, playlist, series };
  const shown: Record<string, string[]> = {
    home: ['Fish &amp; chips', `href="/video/${id}"`],
    videos: ['Fish &amp; chips', `href="/video/${id}"`],
    search: ['What are you looking for?'],
    video: ['Fish &amp; chips', 'Nice', 'Watch next'],
    feed: ['role="feed"', 'aria-label="Like"', 'href="/video/'],
    community: ['Hello', 'Please'],
    post: ['Hello', 'All posts', `href="/creators/${person.username}"`],
    shop: ['Orange Vibes', '$99.99', 'href="/shop/1"'],
    product: ['Orange Vibes', '$99.99'],
    creators: [person.username],
    creator: [person.username, 'Hello'],
    tag: ['#pier', 'First part', 'href="/tags/pier"', 'Watch as a feed'],
    playlist: ['An evening', '1 video', `href="/video/${id}?playlist=${playlist}"`, 'Watch as a feed'],
    series: ['In parts', 'First part', `href="/video/${own}"`, 'Play from the start'],
  };
  for (const name of PUBLIC_PAGES) {
    const path = PAGES[name].replaceAll(/:(\w+)/g, (_, key: string) => names[key] ?? String(ids[name] ?? id));
    const answer = await site.fetch(path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding'), name).toBe('br');
    const html = await answer.text();
    const content = contentOf(html);
    for (const text of shown[name] ?? ['nothing said'])
      expect(content.includes(text), `${name} says ${text}`).toBe(true);
    // the content policy lets no style of an attribute in, and no script but those that come later
    expect(content, name).not.toMatch(/<script|\sstyle=/);
    expect(faultsOf(html), name).toEqual([]);
    site.ctx.cache.clear();
    const members = await (await person.fetch(path, { headers: { cookie: 'visitor=1' } })).text();
    expect(members, name).toBe(html);
  }
  await flushIndex(site.ctx);
  const found = contentOf(await (await site.fetch('/search?q=chisp&type=videos')).text());
  for (const text of ['Results for', 'Fish &amp; chips', `href="/video/${id}"`, 'correct=false'])
    expect(found).toContain(text);
});

test('a personal page is rendered with its title, byte-identical for everyone', async () => {
  const now = Date.now();
  const site = await startTestSite({}, { clock: { now: () => now } });
  const admin = await site.signUp('GLOBAL_ADMIN');
  for (const name of PRIVATE_PAGES) {
    const path = PAGES[name].replace(':id', '1');
    const answer = await site.fetch(path);
    const html = await answer.text();
    const content = contentOf(html);
    expect([name, answer.status]).toEqual([name, 200]);
    expect(html).toContain('<meta name="robots" content="noindex">');
    const [, title = ''] = /<title>(.*?) · /.exec(html) ?? [];
    expect(content).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(content, name).not.toMatch(/Login|Sign Up|Account menu|<script|\sstyle=/);
    expect(faultsOf(html), name).toEqual([]);
    site.ctx.cache.clear();
    const own = await (await admin.fetch(path, { headers: { cookie: 'visitor=1' } })).text();
    expect(own, name).toBe(html);
    expect(own).not.toContain(admin.username);
  }
});

test('a page that is rendered in the browser is empty, with its own title', async () => {
  const site = await startTestSite();
  for (const [name, pattern] of Object.entries(PAGES).filter(([each]) => !isRendered(each))) {
    const html = await (await site.fetch(pattern.replaceAll(/:\w+\??/g, '1'))).text();
    const titled = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
    // switched off
    const isThere = name !== 'withdraw';
    expect(titled.includes('not found'), name).toBe(!isThere);
    expect(html.includes('<div id="root"></div>'), name).toBe(isThere);
  }
});

test('the feed is rendered with its first video, as long as everyone can see it', async () => {
  // no job may pick another rotation in the meantime
  const site = await startTestSite({ ROLES: 'web' });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const ann = await site.signUp('CONTENT_CREATOR');
  const add = (title: string, more: Parameters<typeof addVideo>[1] = {}) =>
    addVideo(site.ctx, {
      title,
      uploader_id: ann.id,
      mp4_key: `videos/${title}/a/video.mp4`,
      poster_key: `videos/${title}/a/thumb-640.jpg`,
      ...more,
    });
  const viewed = await add('Viewed', { category: 'Beauty', view_count: 9 });
  const picked = await add('Picked', { rotation_rank: 240 });
  await add('Tall', { width: 9, height: 16 });
  await add('Newest');
  const list = async (visibility: 'PRIVATE' | 'PUBLIC') => {
    const { id } = await ann.call(playlists.create, { body: { title: visibility, visibility } });
    await ann.fetch(`/api/playlists/${id}/items`, { json: { videoId: viewed } });
    return id;
  };
  const [open, own] = [await list('PUBLIC'), await list('PRIVATE')];
  await flushIndex(site.ctx);
  const first = async (query: string) => {
    const answer = await site.fetch(`/feed${query}`);
    const html = await answer.text();
    // guests are asked to sign in
    if (!query.includes('following')) expect(contentOf(html), query).toContain('role="feed"');
    expect(faultsOf(html), query).toEqual([]);
    if (html.includes('<article')) {
      expect(html, 'its picture before all others').toMatch(
        /<img [^>]*thumb-1280.webp"[^>]*fetchPriority="high"/,
      );
      expect(html, 'without scripts').toMatch(/<noscript><video [^>]*src="[^"]*video.mp4"/);
    }
    // there phones begin with Tall: each screen has one of two, and loads its picture alone
    const titles = [...html.matchAll(/<article.*?<h2[^>]*><a[^>]*>([^<]*)/gs)].map(([, title]) => title);
    expect(titles.slice(1), query).toEqual(query === '' ? ['Tall'] : []);
    const screens = [...html.matchAll(/<link rel="preload" [^>]*as="image"[^>]* media="([^"]*)"/g)];
    expect(screens, query).toHaveLength(query === '' ? 2 : 0);
    return [answer.status, /<article.*?<h2[^>]*><a[^>]*>([^<]*)/s.exec(html)?.[1] ?? null];
  };
  for (const [query, status, title] of [
    ['', 200, 'Picked'],
    [`?start=${viewed}`, 200, 'Viewed'],
    ['?category=Beauty', 200, 'Viewed'],
    [`?creator=${ann.username}`, 200, 'Newest'],
    ['?sort=top', 200, 'Viewed'],
    [`?sort=top&start=${picked}`, 200, 'Picked'],
    [`?playlist=${open}`, 200, 'Viewed'],
    ['?q=newest', 200, 'Newest'],
    // what is one's own the browser asks for
    ['?following=true', 200, null],
    [`?playlist=${own}`, 404, null],
    ['?start=999999', 404, null],
    ['?creator=nobody', 404, null],
  ] as const)
    expect([query, ...(await first(query))]).toEqual([query, status, title]);
  await admin.fetch(`/api/admin/videos/${picked}/soft-delete`, { method: 'POST' });
  expect(await first('')).toEqual([200, 'Newest']);
  expect(await first(`?start=${picked}`)).toEqual([404, null]);
});

test('each page is rendered with the current settings, whatever was rendered before', async () => {
  const site = await startTestSite();
  const admin = await site.signUp('GLOBAL_ADMIN');
  const at = '/api/admin/settings/brand';
  for (const name of ['Sunny Side', 'Cloudy']) {
    const { version } = await admin.call(settings.readBrand);
    await admin.fetch(at, { method: 'PUT', json: { version, name } });
    const content = contentOf(await (await site.fetch('/shop')).text());
    expect(content.match(/Sunny Side|Cloudy|LLL/g)).toEqual([name, name]);
  }
});
