import { expect, it } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';

it('counts requests by route pattern and status, and tells of the process and the queue', async () => {
  const site = await startTestSite({ METRICS: 'on' });
  // the second and third come the short way
  for (let time = 0; time < 3; time += 1) await site.fetch('/api/videos');
  await site.fetch('/api/videos/123456');
  await site.fetch('/api/videos/123457');
  const answer = await site.fetch('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(
    'lll_http_request_duration_seconds_count{method="GET",route="/api/videos",status="200"} 3\n',
  );
  expect(text).toContain(
    'lll_http_request_duration_seconds_count{method="GET",route="/api/videos/:id",status="404"} 2\n',
  );
  expect(text).not.toContain('123456');
  expect(text).toMatch(/^lll_up 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? -?[\d.e+-]+)$/);
});

it('is for this machine and for holders of the token', async () => {
  const site = await startTestSite({ METRICS: 'on', METRICS_TOKEN: 'a-token-of-ours' });
  const behindProxy = { 'x-forwarded-for': '203.0.113.9' };
  expect((await site.fetch('/metrics', { headers: behindProxy })).status).toBe(403);
  const wrong = { ...behindProxy, authorization: 'Bearer a-token-of-theirs' };
  expect((await site.fetch('/metrics', { headers: wrong })).status).toBe(403);
  const right = { ...behindProxy, authorization: 'Bearer a-token-of-ours' };
  expect((await site.fetch('/metrics', { headers: right })).status).toBe(200);
});

it('is not there unless it was asked for', async () => {
  const site = await startTestSite();
  expect((await site.fetch('/metrics')).status).toBe(404);
});
