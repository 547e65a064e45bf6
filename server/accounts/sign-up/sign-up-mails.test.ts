import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';

let site: TestSite;
let admin: TestPerson;
let time = Date.now();
beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' }, { clock: { now: () => time } });
  admin = await site.signUp('GLOBAL_ADMIN');
});
const register = (username: string, email: string) =>
  site.fetch('/api/auth/register', { json: { username, email, password: 'correct horse battery' } });

test('failed sign-ups do not use up the emails of a domain', async () => {
  for (let n = 0; n < 30; n += 1)
    expect((await register(admin.username, `a${n}@a-firm.org`)).status).toBe(409);
  const answer = await register('newcomer', 'newcomer@a-firm.org');
  expect(answer.status).toBe(201);
  const mails = await site.ctx.db.selectFrom('outbox').select('id').execute();
  expect(mails).toHaveLength(1);
});

test('reveals whether an address is taken at most five times an hour', async () => {
  const createFetcher = await site.signUp();
  const changeEmail = async () =>
    (
      await createFetcher.fetch('/api/settings/account', {
        method: 'PUT',
        json: { email: `${admin.username}@example.org` },
      })
    ).status;
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push(await changeEmail());
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429, 429]);
});

test('limits invitation links to 30 an hour', async () => {
  const json = { note: null, maxUses: 1, days: 7 };
  const statuses: number[] = [];
  for (let n = 0; n < 32; n += 1)
    statuses.push((await admin.fetch('/api/admin/invitations', { json })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test('limits test emails to five an hour and requires re-authentication to send one to a foreign address', async () => {
  const send = async (to?: string) =>
    (await admin.fetch('/api/admin/settings/connections/test', { json: { connection: 'mail', to } })).status;
  time += 16 * 60_000;
  expect(await send('stranger@example.org')).toBe(403);
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) statuses.push(await send());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});
