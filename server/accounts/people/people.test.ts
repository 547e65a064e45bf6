import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { security } from '#contract/accounts/security.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { people, Person, UpgradeRequest } from '#contract/accounts/people.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { createAdmin, ensureFirstAdmin, grantRole, OwnerError, resetPassword } from './owner.actions.ts';

let site: TestSite;
let boss: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  boss = await site.signUp('GLOBAL_ADMIN', 'Boss');
});

const find = async (query: string): Promise<Person[]> =>
  bodyOf(boss.fetch(`/api/admin/people?${query}`), Person.array());
const requests = async (): Promise<UpgradeRequest[]> =>
  bodyOf(boss.fetch('/api/admin/upgrade-requests'), UpgradeRequest.array());
const sendRequest = (person: TestPerson, json: unknown = { role: 'CONTENT_CREATOR', message: 'Please' }) =>
  person.fetch('/api/settings/request-upgrade', { json });

describe('a request to become a creator', () => {
  test('can be sent once; when granted, the member is notified and has the role at once', async () => {
    const ann = await site.signUp('LOGIN_USER', 'upgrade-ann');
    expect(await (await sendRequest(ann)).json()).toEqual({ status: 'PENDING' });
    expect((await sendRequest(ann)).status).toBe(409);
    expect(await ann.call(accounts.me)).toMatchObject({ upgrade: { status: 'PENDING' } });
    const requestOfAnn = async () =>
      (await requests()).find(({ person }) => person.username === 'upgrade-ann');
    const request = await requestOfAnn();
    expect(request).toMatchObject({
      message: 'Please',
      person: { username: 'upgrade-ann', emailVerified: false, role: 'LOGIN_USER' },
    });
    const both = await Promise.all(
      [1, 2].map(() => boss.fetch(`/api/admin/upgrade-requests/${request?.id}/grant`, { method: 'POST' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await boss.fetch('/api/admin/upgrade-requests/999999/grant', { method: 'POST' })).status).toBe(
      404,
    );
    expect(await ann.call(accounts.me)).toMatchObject({
      role: 'CONTENT_CREATOR',
      upgrade: { status: 'GRANTED' },
    });
    await waitForMail(site.ctx, 'upgrade-ann@example.org', /creator on LLL/);
    expect(await ann.call(security.events)).toMatchObject([
      { kind: 'ROLE_CHANGED', detail: 'CONTENT_CREATOR' },
    ]);
    expect((await sendRequest(ann)).status).toBe(409);
    expect(await requestOfAnn()).toBeUndefined();
  });

  test('is rejected with a reason that the member can read; they may ask again', async () => {
    const bob = await site.signUp('LOGIN_USER', 'upgrade-bob');
    await sendRequest(bob);
    const [request] = await requests();
    expect(
      (await boss.fetch(`/api/admin/upgrade-requests/${request?.id}/reject`, { json: { reason: ' ' } }))
        .status,
    ).toBe(400);
    expect(
      (
        await boss.fetch(`/api/admin/upgrade-requests/${request?.id}/reject`, {
          json: { reason: 'Show us <more> first' },
        })
      ).status,
    ).toBe(200);
    expect(await bob.call(accounts.me)).toMatchObject({
      role: 'LOGIN_USER',
      upgrade: { status: 'REJECTED', rejectReason: 'Show us <more> first' },
    });
    const mail = await waitForMail(site.ctx, 'upgrade-bob@example.org', /request/i);
    expect(mail.text).toContain('Show us <more> first');
    expect(mail.html).toContain('Show us &lt;more&gt; first');
    expect((await sendRequest(bob)).status).toBe(200);
  });

  test.each([{ role: 'GLOBAL_ADMIN' }, {}, { role: 'LOGIN_USER' }])(
    '%j is not a role that can be requested',
    async (json) => {
      expect((await sendRequest(await site.signUp(), json)).status).toBe(400);
    },
  );
});

test('people can be searched by name, address and role, fifty per page', async () => {
  await site.signUp('CONTENT_CREATOR', 'find_me.now');
  expect((await find('q=FIND_ME')).map(({ username }) => username)).toEqual(['find_me.now']);
  expect(await find('q=f%25d_me')).toEqual([]);
  // a letter wrong, and an accent
  expect((await find('q=finb_mé')).map(({ username }) => username)).toEqual(['find_me.now']);
  expect(await find('q=find_me.now%40example&role=LOGIN_USER')).toEqual([]);
  await site.ctx.db
    .insertInto('users')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        username: `many-${index}`,
        email: `many-${index}@example.org`,
      })),
    )
    .execute();
  const first = await boss.fetch('/api/admin/people?q=many-');
  expect(await first.json()).toHaveLength(50);
  expect(await find(`q=many-&cursor=${first.headers.get('x-next-cursor')}`)).toHaveLength(10);
});

test('suspending a member ends their sessions and notifies them of the reason', async () => {
  await site.fetch('/api/auth/register', {
    json: { username: 'spammer', email: 'spammer@example.org', password: 'correct horse' },
  });
  const login = () =>
    site.fetch('/api/auth/login', { json: { username: 'spammer', password: 'correct horse' } });
  const { token } = await bodyOf(login(), WithToken);
  const [person] = await find('q=spammer');
  expect(
    await boss.call(people.suspend, { params: { id: person?.id }, body: { reason: 'Spam' } }),
  ).toMatchObject({ suspendReason: 'Spam', suspendedAt: expect.any(String) });
  expect((await site.fetch('/api/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  const rejected = await login();
  expect([rejected.status, await rejected.json()]).toEqual([
    403,
    { error: 'This account is suspended: Spam', code: 'SUSPENDED' },
  ]);
  expect(
    (await site.fetch('/api/auth/login', { json: { username: 'spammer', password: 'wrong password' } }))
      .status,
  ).toBe(401);
  await waitForMail(site.ctx, 'spammer@example.org', /suspended/);
  expect((await boss.fetch(`/api/admin/people/${person?.id}/unsuspend`, { method: 'POST' })).status).toBe(
    200,
  );
  expect((await login()).status).toBe(200);
  expect((await boss.fetch(`/api/admin/people/${boss.id}/suspend`, { json: { reason: 'x' } })).status).toBe(
    409,
  );
});

test('role changes apply at once and are audited; the last admin stays an admin', async () => {
  const own = await startTestSite({ RATE_LIMIT: 'off', ADMIN_USERNAME: 'first' });
  const second = await own.signUp('GLOBAL_ADMIN', 'second');
  const { id: firstId } = await own.ctx.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'first')
    .executeTakeFirstOrThrow();
  const setRole = (id: number, role: string) =>
    second.fetch(`/api/admin/people/${id}/role`, { method: 'PUT', json: { role } });
  expect((await setRole(firstId, 'CONTENT_CREATOR')).status).toBe(200);
  const last = await setRole(second.id, 'LOGIN_USER');
  expect([last.status, await last.json()]).toEqual([
    409,
    {
      error: 'This is the last administrator. Make someone else an administrator first.',
      code: 'LAST_ADMIN',
    },
  ]);
  expect(
    (await second.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: 'second' } })).status,
  ).toBe(409);
  const entries = await own.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'user.role')
    .execute();
  expect(entries).toMatchObject([
    {
      actor_name: 'second',
      subject_id: String(firstId),
      before: { role: 'GLOBAL_ADMIN' },
      after: { role: 'CONTENT_CREATOR' },
    },
  ]);
  // two admins who demote each other at the same moment
  await setRole(firstId, 'GLOBAL_ADMIN');
  const firstToken = await own.ctx.sessions.create(own.ctx.db, {
    userId: firstId,
    userAgent: null,
    address: null,
  });
  await Promise.all([
    setRole(firstId, 'LOGIN_USER'),
    own.fetch(`/api/admin/people/${second.id}/role`, {
      method: 'PUT',
      json: { role: 'LOGIN_USER' },
      headers: { authorization: `Bearer ${firstToken}` },
    }),
  ]);
  expect(
    await own.ctx.db.selectFrom('users').select('id').where('role', '=', 'GLOBAL_ADMIN').execute(),
  ).toHaveLength(1);
  expect((await setRole(999_999, 'LOGIN_USER')).status).not.toBe(500);
  await own.stop();
});

describe("the owner's shell commands", () => {
  test('create the first admin from the settings, once', async () => {
    const login = await site.fetch('/api/auth/login', {
      json: { username: 'root@example.org', password: 'correct horse battery' },
    });
    expect(login.status).toBe(200);
    expect(await ensureFirstAdmin(site.ctx)).toBeNull();
  });

  test('create an admin named "admin" without settings and return its password once', async () => {
    const plain = await startTestSite({ ADMIN_USERNAME: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    expect(await plain.ctx.db.selectFrom('users').select(['username', 'email', 'role']).execute()).toEqual([
      { username: 'admin', email: 'admin@localhost', role: 'GLOBAL_ADMIN' },
    ]);
    await plain.ctx.db.deleteFrom('users').execute();
    const created = await ensureFirstAdmin(plain.ctx);
    expect(created?.password).toMatch(/^[\w-]{20}$/);
    expect(
      (await plain.fetch('/api/auth/login', { json: { username: 'admin', password: created?.password } }))
        .status,
    ).toBe(200);
    await plain.stop();
  });

  test('create admins, grant roles, reset passwords and reject invalid requests', async () => {
    const created = await createAdmin(site.ctx, { username: 'shell-admin', email: 'shell@example.org' });
    const login = (password: string) =>
      site.fetch('/api/auth/login', { json: { username: 'shell-admin', password } });
    const { token: old } = await bodyOf(login(created.password), WithToken);
    const { password } = await resetPassword(site.ctx, 'SHELL-admin');
    const eventsBy = async (token: string) =>
      site.fetch('/api/me/security-events', { headers: { authorization: `Bearer ${token}` } });
    expect((await eventsBy(old)).status).toBe(401);
    expect((await login(created.password)).status).toBe(401);
    const { token } = await bodyOf(login(password), WithToken);
    const mail = await waitForMail(site.ctx, 'shell@example.org', /^Your password was reset/);
    expect(mail.text).not.toContain(password);
    expect(await grantRole(site.ctx, 'shell-admin', 'content_creator')).toEqual({
      username: 'shell-admin',
      role: 'CONTENT_CREATOR',
    });
    const events = await bodyOf(
      eventsBy(token),
      z.object({ kind: z.string(), detail: z.string().nullable() }).array(),
    );
    expect(events.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'ROLE_CHANGED CONTENT_CREATOR',
      'SIGN_IN password',
      'SIGN_IN_FAILED null',
      'PASSWORD_CHANGED by an administrator',
      'SIGN_IN password',
    ]);
    await expect(grantRole(site.ctx, 'nobody', 'GLOBAL_ADMIN')).rejects.toThrow(OwnerError);
    await expect(grantRole(site.ctx, 'shell-admin', 'KING')).rejects.toThrow('There is no role KING');
    await expect(createAdmin(site.ctx, { username: 'shell-admin', email: 'x@example.org' })).rejects.toThrow(
      'already taken',
    );
    await expect(createAdmin(site.ctx, { username: 'x' })).rejects.toThrow('3 to 30 letters');
  });
});
