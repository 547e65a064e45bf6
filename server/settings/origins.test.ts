import { expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { community } from '#contract/community/community.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { keepOrigin } from './origins.store.ts';

test('a link to where the site stood leads to where it stands, and its clip is shown', async () => {
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

test('the latest twenty are remembered, and none where nobody said where the site stands', async () => {
  const site = await startTestSite();
  expect(await site.call(siteApi.config)).toMatchObject({ origins: [] });
  for (let nth = 0; nth < 25; nth++) await keepOrigin(site.ctx.db, `https://n${nth}.example`);
  const kept = await keepOrigin(site.ctx.db, null);
  expect(kept).toHaveLength(20);
  expect(kept[0]).toBe('https://n24.example');
});
