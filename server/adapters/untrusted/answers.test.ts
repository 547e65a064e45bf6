import { expect, test } from 'vitest';
import { importCaptions } from '#server/testing/captions.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { PARSERS } from './parsers.ts';

test('a call over the parser limit is asked to retry shortly, and an overly complex file is rejected', async () => {
  const site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
  const creator = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 10_000 });
  const check = () => importCaptions(creator.fetch, id, { check: 'true' });
  const answers = await Promise.all(Array.from({ length: 8 }, check));
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status < 300).length).toBe(answers.length - busy.length);
  expect(busy.map((answer) => answer.headers.get('retry-after'))).toEqual(busy.map(() => '5'));
  const { seconds } = PARSERS.captionFile;
  PARSERS.captionFile.seconds = 0.005;
  const tooMuch = await check();
  PARSERS.captionFile.seconds = seconds;
  expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
    422,
    { error: 'This file is too complex to read.' },
  ]);
});
