import { expect, it } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';

it('counts requests by route pattern and status, and reports on the process and the disk', async () => {
  const site = await startTestSite({ METRICS: 'on' });
  // the second and third take the fast path
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
  expect(text).toMatch(/^lll_disk_free_bytes \d{6,}$/m);
  expect(text).toMatch(/^lll_disk_needed_bytes 1073741824$/m);
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? -?[\d.e+-]+)$/);
});

it('reports waiting emails and the age of the newest verified backup', async () => {
  const site = await startTestSite({ METRICS: 'on', ROLES: 'web' });
  const { db, settings } = site.ctx;
  const measured = async () =>
    Object.fromEntries(
      [...(await (await site.fetch('/metrics')).text()).matchAll(/^(lll_(?:mail|backup)_\w+) (\d+)$/gm)].map(
        ([, name, value]) => [name, Number(value)],
      ),
    );
  expect(await measured()).toEqual({ lll_mail_waiting: 0, lll_mail_oldest_seconds: 0, lll_mail_given_up: 0 });
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const email = { recipient: 'ann@example.org', subject: 'Hi', html: 'Hi', body: 'Hi', headers: '{}' };
  await db
    .insertInto('outbox')
    .values([
      { ...email, created_at: hours(2) },
      { ...email, created_at: hours(1) },
      { ...email, created_at: hours(30), failed_at: hours(1) },
    ])
    .execute();
  settings.BACKUP = true;
  expect(await measured()).toMatchObject({ lll_mail_waiting: 2, lll_mail_given_up: 1 });
  expect((await measured())['lll_mail_oldest_seconds']).toBeCloseTo(7200, -2);
  await db
    .insertInto('backups')
    .values([
      { started_at: hours(9), proven_at: hours(8) },
      { started_at: hours(1), failure: JSON.stringify('No room.') },
    ])
    .execute();
  expect((await measured())['lll_backup_age_seconds']).toBeCloseTo(9 * 3600, -2);
});

it('is available only to this machine and to holders of the token', async () => {
  const site = await startTestSite({ METRICS: 'on', METRICS_TOKEN: 'a-token-of-ours' });
  const behindProxy = { 'x-forwarded-for': '203.0.113.9' };
  expect((await site.fetch('/metrics', { headers: behindProxy })).status).toBe(403);
  const wrong = { ...behindProxy, authorization: 'Bearer a-token-of-theirs' };
  expect((await site.fetch('/metrics', { headers: wrong })).status).toBe(403);
  const right = { ...behindProxy, authorization: 'Bearer a-token-of-ours' };
  expect((await site.fetch('/metrics', { headers: right })).status).toBe(200);
});

it('is not found unless enabled', async () => {
  const site = await startTestSite();
  expect((await site.fetch('/metrics')).status).toBe(404);
});
