import { expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { community } from '#contract/community/community.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { recordOrigin } from './origins.store.ts';

test("a link to the site's former address leads to the current one, and its video is shown", async () => {
  const before = await startTestSite({ PUBLIC_URL: 'https://old.example' });
  const id = await addVideo(before.ctx, { title: 'Moved along' });
  const member = await before.signUp();
  const content = `Look: https://old.example/video/${id} and https://elsewhere.example/video/${id}`;
  expect(await member.call(community.create, { body: { content } })).toMatchObject({ content });

  const site = await startTestSite({ PUBLIC_URL: 'https://new.example' }, { beside: before });
  expect(await site.call(siteApi.config)).toMatchObject({
    origins: ['https://new.example', 'https://old.example'],
  });
  const page = await (await site.fetch('/community')).text();
  expect(page).toContain('Moved along');
  expect(page).not.toContain(`href="https://old.example/video/${id}"`);
  expect(page).toContain(`href="https://elsewhere.example/video/${id}"`);
  await site.stop();
});

test('the latest twenty addresses are remembered, and none if no address was set', async () => {
  const site = await startTestSite();
  expect(await site.call(siteApi.config)).toMatchObject({ origins: [] });
  for (let nth = 0; nth < 25; nth++) await recordOrigin(site.ctx.db, `https://n${nth}.example`);
  const origins = await recordOrigin(site.ctx.db, null);
  expect(origins).toHaveLength(20);
  expect(origins[0]).toBe('https://n24.example');
});
