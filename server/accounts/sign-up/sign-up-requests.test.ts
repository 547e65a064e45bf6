import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { people } from '#contract/accounts/people.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { settings } from '#contract/settings/settings.ts';
import { signUp } from '#contract/accounts/sign-up.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

const password = 'correct horse battery';
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ PUBLIC_URL: 'https://lll.example', ROLES: 'web' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

async function setPolicy(json: object): Promise<void> {
  const { version } = await admin.call(signUp.policy);
  const answer = await admin.fetch('/api/admin/sign-up', { method: 'PUT', json: { version, ...json } });
  expect(answer.status).toBe(200);
}
beforeEach(() => setPolicy({ signUp: 'everybody', signUpQuestion: null, membersInvite: false }));

const requestAccount = (username: string, more: object = {}) =>
  site.fetch('/api/auth/ask-to-join', {
    json: { username, email: `${username}@example.org`, password, answer: 'I film sunsets.', ...more },
  });
const register = (username: string, invitation?: string) =>
  site.fetch('/api/auth/register', {
    json: { username, email: `${username}@example.org`, password, invitation },
  });
const login = async (username: string) =>
  (await site.fetch('/api/auth/login', { json: { username, password } })).status;
const waiting = () => admin.call(signUp.requests);
const answerRequest = (id: number | undefined, how: 'approve' | 'decline', json?: object) =>
  admin.fetch(`/api/admin/sign-up/requests/${id}/${how}`, { method: 'POST', json });

test('by approval: a requester has no account until an administrator approves it', async () => {
  expect((await requestAccount('early')).status).toBe(409);
  await setPolicy({ signUp: 'approved', signUpQuestion: 'What do you film?' });
  // one source for the community settings and the pages
  expect(await admin.call(settings.readCommunity)).toMatchObject({ signUp: 'approved' });
  expect(await site.call(siteApi.config)).toMatchObject({ signUpQuestion: 'What do you film?' });
  expect((await register('ann')).status).toBe(403);

  expect((await requestAccount('ann', { displayName: 'Ann' })).status).toBe(202);
  expect((await requestAccount('ben')).status).toBe(202);
  expect((await requestAccount('Ann', { email: 'other@example.org' })).status).toBe(409);
  expect((await requestAccount('cleo', { email: 'ANN@example.org' })).status).toBe(409);
  expect((await requestAccount('owner2', { answer: '  ' })).status).toBe(400);
  expect((await requestAccount(admin.username)).status).toBe(409);
  expect(await login('ann')).toBe(401);
  await site.fetch('/api/auth/forgot-password', { json: { email: 'ann@example.org' } });
  expect((await site.fetch('/api/creators/ann')).status).toBe(404);

  const [ann, ben, ...others] = await waiting();
  expect([ann, ben, others]).toMatchObject([
    { username: 'ann', answer: 'I film sunsets.' },
    { username: 'ben' },
    [],
  ]);
  expect(JSON.stringify([ann, ben])).not.toContain('password');
  // of two administrators at once only one decides
  const decided = await Promise.all([answerRequest(ann?.id, 'approve'), answerRequest(ann?.id, 'approve')]);
  expect(decided.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  expect((await answerRequest(ben?.id, 'decline', { reason: 'Not about film.' })).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect([await login('ann'), await login('ben')]).toEqual([200, 401]);

  const mails = await site.ctx.db.selectFrom('outbox').selectAll().execute();
  const [welcome, declined] = ['ann', 'ben'].map((name) =>
    mails.find(({ recipient }) => recipient === `${name}@example.org`),
  );
  const [, token] = /verify-email\?token=([\w-]+)/.exec(welcome?.body ?? '') ?? [];
  expect((await site.fetch('/api/auth/verify-email', { json: { token } })).status).toBe(200);
  expect(declined?.body).toContain('Not about film.');
  // deleted: the name is free again, and one taken in the meantime isn't assigned twice
  expect((await requestAccount('ben')).status).toBe(202);
  await setPolicy({ signUp: 'everybody' });
  expect((await register('ben')).status).toBe(201);
  expect((await answerRequest((await waiting())[0]?.id, 'approve')).status).toBe(409);
});

test('members may invite a few people where allowed, and the list shows who invited whom', async () => {
  const member = await site.signUp();
  const invite = (json: object = {}, by = member) => by.fetch('/api/me/invitations', { json });
  expect((await invite()).status).toBe(409);
  await setPolicy({ signUp: 'approved', membersInvite: true });
  const created = await bodyOf(
    invite({ maxUses: 2, days: 30 }),
    z.object({ id: z.number(), url: z.string() }),
  );
  expect((await invite({ maxUses: 6 })).status).toBe(400);
  // links created concurrently admit no more than five people together
  const both = await Promise.all([invite({ maxUses: 3 }), invite({ maxUses: 3 })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);

  const token = new URL(created.url).searchParams.get('invitation') ?? '';
  expect((await register('dora', token)).status).toBe(201);
  const listed = await member.call(signUp.myInvitations);
  expect(listed).toMatchObject([{ uses: 0 }, { uses: 1, people: ['dora'], createdBy: member.username }]);
  expect(await admin.call(people.list, { query: { q: 'dora' } })).toMatchObject([
    { username: 'dora', invitedBy: member.username },
  ]);
  const other = await site.signUp();
  expect(await other.call(signUp.myInvitations)).toEqual([]);
  const path = `/api/me/invitations/${created.id}`;
  expect((await other.fetch(path, { method: 'DELETE' })).status).toBe(404);
  expect((await member.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect((await register('eve', token)).status).toBe(403);
});
