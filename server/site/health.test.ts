import { expect, test } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';

test('strangers hear of a failure for a second and of none for 30, admins what is so now', async () => {
  let time = Date.now();
  const site = await startTestSite({}, { clock: { now: () => time } });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const person = await site.signUp();
  const { storage } = site.ctx;
  const check = storage.check.bind(storage);
  let checks = 0;
  storage.check = () => {
    checks += 1;
    return check();
  };
  const ask = async (fetch = site.fetch) => (await fetch('/api/health')).json();
  await Promise.all([ask(), ask(), ask(person.fetch), ask()]);
  expect(await ask()).toMatchObject({ status: 'ok', storage: { ok: true } });
  expect(checks).toBe(1);
  await ask(admin.fetch);
  expect(checks).toBe(2);
  time += 29_000;
  storage.check = () => Promise.reject(new Error('Away for this test.'));
  expect(await ask()).toMatchObject({ storage: { ok: true } });
  expect(await ask(admin.fetch)).toMatchObject({ storage: { ok: false } });
  time += 1_000;
  expect(await ask()).toMatchObject({ status: 'degraded', storage: { ok: false } });
  storage.check = check;
  expect(await ask()).toMatchObject({ status: 'degraded', storage: { ok: false } });
  time += 1_000;
  expect(await ask()).toMatchObject({ storage: { ok: true } });
});
