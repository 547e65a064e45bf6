import { Readable } from 'node:stream';
import openGraph from 'open-graph-scraper';
import sharp, { type Create } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { settings } from '#contract/settings/settings.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

const HOME = 'https://clips.example';

let site: TestSite;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ PUBLIC_URL: HOME, SITE_NAME: 'Clips & <Co>' });
});

const FILES = {
  mp4_key: 'videos/1/a/1080p.mp4',
  mp4_lines: [360, 720, 1080],
  poster_key: 'videos/1/a/thumb-640.jpg',
  width: 1920,
  height: 1080,
};

const read = async (path: string): Promise<{ answer: Response; text: string }> => {
  const answer = await site.fetch(path);
  return { answer, text: await answer.text() };
};

describe('the embedded player', () => {
  test('is the video alone: canonical, not indexed, without cookies, its script loaded only on a click', async () => {
    const id = await addVideo(site.ctx, { ...FILES, title: '“Sun” </script><b>&' });
    const { answer, text } = await read(`/embed/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(text).toContain(`<link rel="canonical" href="${HOME}/video/${id}">`);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain(`href="${HOME}/video/${id}" target="_blank"`);
    expect(text).not.toContain('</script><b>');
    expect(text).toMatch(/<video controls playsinline preload="none" poster="[^"]+thumb-1280\.webp"/);
    // its script is referenced, but not fetched by the page
    const [, script = ''] = /data-script="([^"]+)"/.exec(text) ?? [];
    expect((await site.fetch(script)).status).toBe(200);
    expect(text).not.toMatch(/<script[^>]*\ssrc=|modulepreload/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/frame-ancestors \*$/);
    // a page without an icon would ask for /favicon.ico
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
    expect((await site.fetch(icon)).status).toBe(200);
    expect(policy).toMatch(/img-src 'self'/);
    expect(policy).not.toContain('unsafe');
    expect((await site.fetch('/')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'self'",
    );
  });

  test('uses a lower resolution the smaller it is', async () => {
    const id = await addVideo(site.ctx, FILES);
    const { text } = await read(`/embed/${id}`);
    const files = [...text.matchAll(/<source src="([^"]+)"/g)].map(([, file]) => file);
    expect(files).toEqual([360, 720, 1080].map((lines) => `/media/videos/1/a/${lines}p.mp4`));
  });

  test('reveals nothing about videos that are not public: a card in their place, with 404', async () => {
    const hidden = await addVideo(site.ctx, { ...FILES, title: 'Secret clip', status: 'PENDING' });
    const archived = await addVideo(site.ctx, { ...FILES, title: 'Secret clip', archived_at: new Date() });
    const missing = await read('/embed/999999');
    expect(missing.text).toContain('This video can’t be shown here');
    const members = await addVideo(site.ctx, { ...FILES, title: 'Secret clip', visibility: 'MEMBERS' });
    const own = await addVideo(site.ctx, { ...FILES, title: 'Secret clip', visibility: 'PRIVATE' });
    for (const path of [hidden, archived, members, own, 'abc', '0', '%00', '1e9']) {
      const { answer, text } = await read(`/embed/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(text).toBe(missing.text);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(missing.text).not.toMatch(/canonical|Secret|thumb/);
  });

  test('plays an unlisted video for anyone with its address', async () => {
    const id = await addVideo(site.ctx, { ...FILES, title: 'By its address', visibility: 'UNLISTED' });
    const { answer, text } = await read(`/embed/${id}`);
    expect([answer.status, text.includes('By its address')]).toEqual([200, true]);
    expect((await site.fetch(`/api/videos/${id}/card.png`)).status).toBe(200);
    expect((await read('/feed.json')).text).not.toContain('By its address');
    expect((await read('/sitemap.xml')).text).not.toContain(`/video/${id}<`);
  });

  test('links to a video that plays on another platform', async () => {
    const id = await addVideo(site.ctx, {
      origin: 'IMPORT',
      source: 'YOUTUBE',
      source_id: 'abcdefghijk',
      external_url: 'https://www.youtube.com/watch?v=abcdefghijk',
    });
    const { answer, text } = await read(`/embed/${id}`);
    expect(answer.status).toBe(200);
    expect(text).toContain('Watch on Clips &amp; &lt;Co&gt;');
    expect(text).not.toMatch(/<video|youtube/);
  });

  test('can be embedded only by the sites that the owner names', async () => {
    const id = await addVideo(site.ctx, FILES);
    const admin = await site.signUp('GLOBAL_ADMIN');
    const change = async (embedOrigins: string[]) => {
      const { version } = await admin.call(settings.readCommunity);
      return admin.fetch('/api/admin/settings/community', {
        method: 'PUT',
        json: { version, embedOrigins },
      });
    };
    expect((await change(['https://news.example/'])).status).toBe(200);
    const policy = async () => (await site.fetch(`/embed/${id}`)).headers.get('content-security-policy');
    expect(await policy()).toMatch(/frame-ancestors 'self' https:\/\/news\.example$/);
    for (const wrong of [
      'https://a.example/path',
      'a.example',
      "https://a;script-src 'x'",
      'ftp://a.example',
    ])
      expect((await change([wrong])).status, wrong).toBe(400);
    expect((await change([])).status).toBe(200);
    expect(await policy()).toMatch(/frame-ancestors \*$/);
  });

  test('counts a view without a cookie, once for the same network and browser', async () => {
    const id = await addVideo(site.ctx, FILES);
    const view = async (agent: string) => {
      const answer = await site.fetch(`/api/videos/${id}/view`, {
        json: { source: 'embed' },
        headers: { 'user-agent': agent },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      return (await bodyOf(answer, z.object({ views: z.number() }))).views;
    };
    expect([await view('One'), await view('One'), await view('Another')]).toEqual([1, 1, 2]);
  });
});

test('a messenger finds the video as a file and as a player, its card, and how to embed it', async () => {
  const id = await addVideo(site.ctx, { ...FILES, title: 'Shared "clip"' });
  const { text } = await read(`/video/${id}`);
  const { result, error } = await openGraph({ html: text });
  expect(error).toBe(false);
  expect(result).toMatchObject({
    ogTitle: 'Shared "clip"',
    ogType: 'video.other',
    ogImage: [{ url: `${HOME}/api/videos/${id}/card.png`, width: '1200', height: '630', type: 'png' }],
    twitterCard: 'player',
    twitterPlayer: [
      {
        url: `${HOME}/embed/${id}`,
        width: '640',
        height: '360',
        stream: `${HOME}/media/videos/1/a/1080p.mp4`,
      },
    ],
  });
  expect(result.ogVideo).toEqual([
    expect.objectContaining({ url: `${HOME}/media/videos/1/a/1080p.mp4`, type: 'video/mp4' }),
    expect.objectContaining({ url: `${HOME}/embed/${id}`, type: 'text/html' }),
  ]);
  const discovered = [...text.matchAll(/type="(?:application\/json|text\/xml)\+oembed" href="([^"]+)"/g)];
  expect(discovered).toHaveLength(2);
  for (const [, href = ''] of discovered) {
    const { pathname, search } = new URL(href.replaceAll('&amp;', '&'));
    expect((await site.fetch(pathname + search)).status, href).toBe(200);
  }
});

describe('the card of a shared link', () => {
  const addPicture = async (id: number, width: number, height: number, noise?: Create['noise']) => {
    const picture = sharp({
      create: { width, height, channels: 3, background: '#3a86c8', ...(noise && { noise }) },
    });
    const key = `videos/${id}/a/thumb-1280.jpg`;
    await site.ctx.storage.write(key, Readable.from([await picture.jpeg().toBuffer()]));
    await site.ctx.db
      .updateTable('videos')
      .set({ poster_key: `videos/${id}/a/thumb-640.jpg` })
      .where('id', '=', id)
      .execute();
    site.ctx.cache.drop('videos');
  };
  const cardKeys = async (id: number): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of site.ctx.storage.list(`cards/${id}`)) keys.push(key);
    return keys;
  };

  test('is 1200×630 for any picture and title, and stored as a file until either changes', async () => {
    const titles = [
      'Short',
      'A very long title that goes on and on, '.repeat(12),
      'غروب الشمس فوق البحر '.repeat(4),
      '夕暮れの海を渡る風と帆船の影、そして静かな港町の灯り'.repeat(6),
      '<b>&amp;</b> "quotes" 🌞',
    ];
    for (const [at, title] of titles.entries()) {
      const id = await addVideo(site.ctx, { title: title.trim() });
      if (at > 0) await addPicture(id, at % 2 ? 1280 : 720, at % 2 ? 720 : 1280);
      const answer = await site.fetch(`/api/videos/${id}/card.png`);
      expect([title, answer.status]).toEqual([title, 200]);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const image = sharp(Buffer.from(await answer.arrayBuffer()));
      expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      // text contrasts with the background
      const { channels } = await image.stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev)), title).toBeGreaterThan(5);
    }
    const id = await addVideo(site.ctx, { title: 'Before' });
    await site.fetch(`/api/videos/${id}/card.png`);
    const before = await cardKeys(id);
    await site.fetch(`/api/videos/${id}/card.png`);
    expect(await cardKeys(id)).toEqual(before);
    await site.ctx.db.updateTable('videos').set({ title: 'After' }).where('id', '=', id).execute();
    site.ctx.cache.drop('videos');
    await site.fetch(`/api/videos/${id}/card.png`);
    const after = await cardKeys(id);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  });

  test('is small enough for messengers, however busy its picture is', async () => {
    const id = await addVideo(site.ctx, { title: 'Snow' });
    await addPicture(id, 1280, 720, { type: 'gaussian', mean: 128, sigma: 60 });
    const answer = await site.fetch(`/api/videos/${id}/card.png`);
    const card = Buffer.from(await answer.arrayBuffer());
    expect(card.length).toBeLessThan(600_000);
    expect((await sharp(card).stats()).entropy).toBeGreaterThan(4);
  });

  test('returns 404 for a video that is no longer public, even if drawn before', async () => {
    const id = await addVideo(site.ctx, { title: 'Once public' });
    expect((await site.fetch(`/api/videos/${id}/card.png`)).status).toBe(200);
    await site.ctx.db.updateTable('videos').set({ status: 'PENDING' }).where('id', '=', id).execute();
    site.ctx.cache.drop('videos');
    expect((await site.fetch(`/api/videos/${id}/card.png`)).status).toBe(404);
    expect((await site.fetch('/api/videos/999999/card.png')).status).toBe(404);
    expect((await site.fetch(`/media/${(await cardKeys(id))[0]}`)).status).toBe(404);
  });
});
