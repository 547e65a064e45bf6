import { beforeAll, expect, test } from 'vitest';
import { videos } from '#contract/videos/videos.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { sqlNumbers } from './read-rows.ts';

let site: TestSite;
let admin: TestPerson;
// the clock is stopped, so that no cache entry expires
const now = Date.now();
beforeAll(async () => {
  site = await startTestSite({}, { clock: { now: () => now } });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const health = () => admin.call(siteApi.health);
const soon = { timeout: 20_000, interval: 20 };

/** The server process of the listening connection; when stopped, it neither answers nor closes. */
async function listener(): Promise<number> {
  const [pid] = await sqlNumbers`
    select pid from pg_stat_activity where application_name = 'lll pubsub' and datname = current_database()`.execute(
    site.ctx.db,
  );
  return pid ?? 0;
}

test('detects a connection that died silently, and trusts no cached data until another one is open', async () => {
  await expect.poll(async () => (await health()).pubsub.ok, soon).toBe(true);
  const person = await site.signUp();
  const titles = async () => (await site.call(videos.list)).map(({ title }) => title);
  expect((await person.fetch('/api/me')).status).toBe(200);
  expect(await titles()).toEqual([]);

  const pid = await listener();
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGSTOP');
  try {
    // what another process does whose messages don't arrive here
    await site.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
    await addVideo(site.ctx, { title: 'From elsewhere' });
    await expect.poll(health, soon).toMatchObject({ status: 'degraded', pubsub: { ok: false } });
    expect((await person.fetch('/api/me')).status).toBe(401);
    expect(await titles()).toEqual(['From elsewhere']);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await health()).status, soon).toBe('ok');
  expect(await listener()).not.toBe(pid);
});
