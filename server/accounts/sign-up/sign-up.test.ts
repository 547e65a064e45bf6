import { afterAll, beforeAll, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { settings } from '#contract/settings/settings.ts';
import { signUp as signUpApi } from '#contract/accounts/sign-up.ts';
import type { IdentityStandin } from '#standins/identity-provider.ts';
import { browse, startSiteWithProvider } from '#server/testing/identity.ts';
import { type TestPerson, type TestSite } from '#server/testing/site.ts';
import { WithToken } from '#server/testing/client.ts';
import { invite as makeInvitation } from './sign-up.actions.ts';

const PUBLIC_URL = 'https://lll.example';
let standin: IdentityStandin;
let site: TestSite;
let admin: TestPerson;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  ({ site, standin } = await startSiteWithProvider(PUBLIC_URL, {}, { clock: { now: () => time } }));
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => standin.close());

async function register(invitation?: string, domain = `d${++count}.example.org`) {
  const username = `new${++count}`;
  const answer = await site.fetch('/api/auth/register', {
    json: { username, email: `${username}@${domain}`, password: 'correct horse', invitation },
  });
  return { username, status: answer.status, text: await answer.text() };
}
async function setMode(signUp: 'everybody' | 'approved' | 'invited' | 'nobody'): Promise<void> {
  const path = '/api/admin/settings/community';
  const { version } = await admin.call(settings.readCommunity);
  expect((await admin.fetch(path, { method: 'PUT', json: { version, signUp } })).status).toBe(200);
}
async function invite(json: object) {
  const { id, url } = await admin.call(signUpApi.invite, { body: json });
  expect(url).toMatch(/^https:\/\/lll\.example\/signup\?invitation=[\w-]{43}$/);
  return { id, token: new URL(url).searchParams.get('invitation') ?? '' };
}

test('by invitation: a link works as often as it allows, until it expires or is withdrawn', async () => {
  expect((await register()).status).toBe(201);
  await setMode('invited');
  expect(await site.call(siteApi.config)).toMatchObject({ signUpInvited: true });
  expect(await register()).toMatchObject({ status: 403, text: 'You need an invitation to sign up here.' });
  const used = { status: 403, text: 'This invitation has been used, has expired or was withdrawn.' };
  expect(await register('made-up')).toMatchObject(used);
  const two = await invite({ note: 'For the band', maxUses: 2 });
  const first = await register(two.token);
  const [second, third] = await Promise.all([register(two.token), register(two.token)]);
  expect([first.status, ...[second.status, third.status].toSorted()]).toEqual([201, 201, 403]);

  // a sign-up rejected for its name doesn't use the invitation
  const one = await invite({ maxUses: 1, days: 1 });
  const json = { username: first.username, email: 'again@example.org', password: 'correct horse' };
  expect((await site.fetch('/api/auth/register', { json: { ...json, invitation: one.token } })).status).toBe(
    409,
  );
  const withdrawn = await invite({});
  expect((await admin.fetch(`/api/admin/invitations/${withdrawn.id}`, { method: 'DELETE' })).status).toBe(
    204,
  );
  expect(await register(withdrawn.token)).toMatchObject(used);
  const listed = await admin.call(signUpApi.invitations);
  expect(listed).toMatchObject([
    { revoked: true, uses: 0 },
    { uses: 0, maxUses: 1 },
    {
      note: 'For the band',
      uses: 2,
      people: expect.arrayContaining([first.username]),
      createdBy: admin.username,
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain(two.token);
  time += 24 * 3_600_000;
  expect(await register(one.token)).toMatchObject(used);
});

test('closed: no one can sign up, not even through the provider, and existing members can sign in', async () => {
  await setMode('everybody');
  const json = { password: 'correct horse', username: (await register()).username };
  standin.person = { sub: 'known', email: 'known@example.org', email_verified: true };
  await browse(site.visitor().fetch, PUBLIC_URL);
  await setMode('nobody');
  expect(await register()).toMatchObject({ status: 403, text: 'Sign-ups are closed at the moment.' });
  expect((await site.fetch('/api/auth/login', { json })).status).toBe(200);
  expect((await browse(site.visitor().fetch, PUBLIC_URL)).params['success']).toBe('true');
  standin.person = { sub: 'new', email: 'new@example.org', email_verified: true };
  expect((await browse(site.visitor().fetch, PUBLIC_URL)).params).toEqual({ error: 'sign_up_closed' });
  await setMode('everybody');
});

test('at most 20 new accounts of one domain are emailed in an hour, and all are created', async () => {
  await setMode('everybody');
  const created: Awaited<ReturnType<typeof register>>[] = [];
  for (let n = 0; n < 22; n += 1) created.push(await register(undefined, 'Flood.dev'));
  expect(created.map(({ status }) => status)).toEqual(Array<number>(22).fill(201));
  const links = await site.ctx.db
    .selectFrom('account_tokens')
    .where('email', 'like', '%@flood.dev')
    .select('email')
    .execute();
  expect(links).toHaveLength(20);
  // nor by asking for it afterwards, until the first of them is an hour old
  const { token } = WithToken.parse(JSON.parse(created.at(-1)?.text ?? ''));
  const verify = () =>
    site.fetch('/api/settings/verify-email', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  const refused = await verify();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  time += 3_600_000;
  expect((await verify()).status).toBe(200);
});

test('a link from a suspended or deleted member admits no one, and a member suspended meanwhile cannot create one', async () => {
  await setMode('invited');
  const giver = await site.signUp('GLOBAL_ADMIN');
  const json = { maxUses: 3, days: 14 };
  const { url } = await giver.call(signUpApi.invite, { body: json });
  const token = new URL(url).searchParams.get('invitation') ?? '';
  const used = { status: 403, text: 'This invitation has been used, has expired or was withdrawn.' };
  const set = (suspended_at: Date | null) =>
    site.ctx.db.updateTable('users').set({ suspended_at }).where('id', '=', giver.id).execute();
  await set(new Date());
  expect(await register(token)).toMatchObject(used);
  await set(null);
  expect(await register(token)).toMatchObject({ status: 201 });
  const user = await site.ctx.sessions.find(giver.token);
  if (!user) throw new Error('The session ended.');
  await site.ctx.db.deleteFrom('sessions').where('user_id', '=', giver.id).execute();
  await expect(makeInvitation(site.ctx, user, { note: null, ...json })).rejects.toMatchObject({
    status: 401,
  });
  await site.ctx.db.deleteFrom('users').where('id', '=', giver.id).execute();
  expect(await register(token)).toMatchObject(used);
});
