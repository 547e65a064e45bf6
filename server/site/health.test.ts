import { expect, test } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';

test('caches health for non-admins for 1 s on failure and 30 s on success, and never for admins', async () => {
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
  const fetchHealth = async (fetch = site.fetch) => (await fetch('/api/health')).json();
  await Promise.all([fetchHealth(), fetchHealth(), fetchHealth(person.fetch), fetchHealth()]);
  expect(await fetchHealth()).toMatchObject({ status: 'ok', storage: { ok: true } });
  expect(checks).toBe(1);
  await fetchHealth(admin.fetch);
  expect(checks).toBe(2);
  time += 29_000;
  storage.check = () => Promise.reject(new Error('Away for this test.'));
  expect(await fetchHealth()).toMatchObject({ storage: { ok: true } });
  expect(await fetchHealth(admin.fetch)).toMatchObject({ storage: { ok: false } });
  time += 1_000;
  expect(await fetchHealth()).toMatchObject({ status: 'degraded', storage: { ok: false } });
  storage.check = check;
  expect(await fetchHealth()).toMatchObject({ status: 'degraded', storage: { ok: false } });
  time += 1_000;
  expect(await fetchHealth()).toMatchObject({ storage: { ok: true } });
});
