import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { signUp } from '#contract/accounts/sign-up.ts';
import { CHALLENGE_HEADER, PROOF_HEADER } from '#contract/errors.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { sweepAccounts } from '../accounts.jobs.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let other: Awaited<ReturnType<TestSite['startAnother']>>;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  // two processes behind a proxy; of fifteen sign-ups in an hour twelve are free
  site = await startTestSite(
    {
      TRUST_PROXY: '1',
      LIMITS: 'signUpsPerHour=15,signUpsPerAddress=20,freeGuestComments=30,freeLinks=5',
      ROLES: 'web',
    },
    { clock: { now: () => time } },
  );
  other = await site.startAnother();
});

const newPerson = () => ({
  username: `flood${++count}`,
  email: `flood${count}@d${count}.example.org`,
  password: 'correct horse',
});
interface Sent {
  from: string;
  proof?: string;
  url?: string;
  cookie?: string;
}
const post = (path: string, json: object, { from, proof, url = site.url, cookie = '' }: Sent) =>
  fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(json),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      cookie,
      ...(proof && { [PROOF_HEADER]: proof }),
    },
  });
const register = (sent: Sent, more = {}) => post('/api/auth/register', { ...newPerson(), ...more }, sent);
const statusOf = async (answer: Promise<Response>) => (await answer).status;
/** As if so many had signed up: each from an address of its own, or all from that of who did last. */
const addSignUps = (howMany: number, { again = false } = {}) =>
  sql`insert into recent_sign_ups (address, at)
    select ${again ? sql`(select address from recent_sign_ups order by at desc limit 1)` : sql`int4send(n)`}, ${new Date(time)}
    from generate_series(1, ${howMany}::int) n`.execute(site.ctx.db);
/** Starts without sign-ups, then uses up those that need no proof, each from its own network. */
async function useUpFree(): Promise<void> {
  time += 24 * 3_600_000;
  await addSignUps(11);
  expect(await statusOf(register({ from: '10.0.0.1' }))).toBe(201);
}
async function solve(answer: Response): Promise<string> {
  const text = Buffer.from(answer.headers.get(CHALLENGE_HEADER) ?? '', 'base64url').toString();
  const challenge = JSON.parse(text) as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}
const countRows = async () => {
  const { rows } =
    await sql`select (select count(*) from rate_limits) limits, (select count(*) from rate_windows) windows,
    (select count(*) from recent_sign_ups) sign_ups, (select count(*) from spent_tokens) spent, (select count(*) from users) users`.execute(
      site.ctx.db,
    );
  return rows[0];
};

test('a solved challenge is valid once, in any process, for five minutes', async () => {
  await useUpFree();
  const from = '203.0.113.7';
  const response = await register({ from });
  expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
    428,
    "Confirm you're not a robot, then try again.",
    'text/plain; charset=utf-8',
  ]);
  const proof = await solve(response);
  expect(await statusOf(register({ from: '203.0.113.8', proof }))).toBe(428);
  const changed = Buffer.from(
    Buffer.from(proof, 'base64url').toString().replace('"cost":2000', '"cost":1'),
  ).toString('base64url');
  for (const bad of [changed, proof.slice(0, 40), 'e30', '!'])
    expect(await statusOf(register({ from, proof: bad }))).toBe(428);
  // sent to both at once it makes one account
  const both = await Promise.all([
    statusOf(register({ from, proof })),
    statusOf(register({ from, proof, url: other.url })),
  ]);
  expect(both.toSorted()).toEqual([201, 428]);
  for (const url of [site.url, other.url]) expect(await statusOf(register({ from, proof, url }))).toBe(428);

  const [soon, late] = [await solve(await register({ from })), await solve(await register({ from }))];
  time += 5 * 60_000 - 1000;
  expect(await statusOf(register({ from, proof: soon, url: other.url }))).toBe(201);
  time += 1000;
  expect(await statusOf(register({ from, proof: late }))).toBe(428);
});

test("hourly sign-ups never exceed the owner's limit, except by invitation", async () => {
  await useUpFree();
  const proofs = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => solve(await register({ from: `10.9.${n}.1` }))),
  );
  const statuses = await Promise.all(
    proofs.map((proof, n) =>
      statusOf(register({ from: `10.9.${n}.1`, proof, url: n % 2 ? other.url : site.url })),
    ),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);

  // rejected calls leave no data behind
  const before = await countRows();
  const refused = await Promise.all(Array.from({ length: 50 }, (_, n) => register({ from: `10.8.${n}.1` })));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(Number(refused[0]?.headers.get('retry-after'))).toBe(3600);
  expect(await refused[0]?.text()).toMatch(/^Too many accounts were created here in the last hour\./);
  expect(await countRows()).toEqual(before);

  const admin = await site.signUp('GLOBAL_ADMIN');
  const { url } = await admin.call(signUp.invite, { body: { maxUses: 1 } });
  const invitation = new URL(url).searchParams.get('invitation');
  const invited = await Promise.all(
    [1, 2, 3].map((n) => statusOf(register({ from: `10.7.${n}.1` }, { invitation }))),
  );
  // a visitor who comes too late to use it is rate limited like any other
  expect(invited.filter((status) => status === 201)).toHaveLength(1);
  expect(invited.filter((status) => status === 403 || status === 429)).toHaveLength(2);
  time += 3_600_000 - 1;
  expect(await statusOf(register({ from: '10.6.0.1' }))).toBe(429);
  time += 1;
  expect(await statusOf(register({ from: '10.6.0.1' }))).toBe(201);
});

test('one busy address is challenged late and keeps no one else out', async () => {
  time += 24 * 3_600_000;
  const school = { from: '198.51.100.20' };
  expect(await statusOf(register(school))).toBe(201);
  await addSignUps(14, { again: true });
  expect(await statusOf(register({ ...school, url: other.url }))).toBe(201);
  // four fifths of its own are free
  const response = await register(school);
  expect(response.status).toBe(428);
  expect(await statusOf(register({ ...school, proof: await solve(response) }))).toBe(201);
  await addSignUps(11);
  expect(await statusOf(register({ from: '10.5.0.1' }))).toBe(201);
  expect(await statusOf(register({ from: '10.5.99.1' }))).toBe(428);
  // of twenty the last three, at once on both processes: no more than that
  const proofs = await Promise.all(Array.from({ length: 5 }, async () => solve(await register(school))));
  const statuses = await Promise.all(
    proofs.map((proof, n) => statusOf(register({ ...school, proof, url: n % 2 ? other.url : site.url }))),
  );
  expect(statuses.toSorted()).toEqual([201, 201, 201, 429, 429]);
  const refused = await register(school);
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringMatching(/^Too many accounts were created from your network/),
  ]);
  // the hourly job forgets who came longer ago
  time += 3_600_000;
  await sweepAccounts.run(site.ctx, {}, { id: '', signal: AbortSignal.timeout(60_000) });
  expect(await countRows()).toMatchObject({ sign_ups: 0, windows: 0 });
});

test('guests who comment a lot and newcomers who post links are challenged; proofs are not transferable', async () => {
  time += 24 * 3_600_000;
  const path = `/api/videos/${await addVideo(site.ctx)}/comments`;
  const comment = (text: string, from: string, proof?: string) =>
    post(path, { text: `${text} ${++count}` }, { from, proof });
  const link = 'See https://elsewhere.example/';
  const linked = await Promise.all(Array.from({ length: 5 }, () => statusOf(comment(link, '192.0.2.1'))));
  expect(new Set(linked)).toEqual(new Set([201]));
  const response = await comment(link, '192.0.2.9');
  expect([response.status, await response.clone().json()]).toMatchObject([428, { code: 'PROOF_NEEDED' }]);
  expect(await statusOf(comment('No link', '192.0.2.9'))).toBe(201);
  const proof = await solve(response);
  expect(await statusOf(comment(link, '192.0.2.8', proof))).toBe(428);
  expect(await statusOf(comment(link, '192.0.2.9', proof))).toBe(201);
  // a new member posting: limited per account, not per address
  const member = await site.signUp();
  await site.ctx.db
    .updateTable('users')
    .set({ created_at: new Date(time) })
    .where('id', '=', member.id)
    .execute();
  const write = (proofOf?: string) =>
    member.fetch('/api/community/posts', {
      json: { content: `${link} ${++count}` },
      headers: { 'x-forwarded-for': '192.0.2.9', ...(proofOf && { [PROOF_HEADER]: proofOf }) },
    });
  const memberResponse = await write();
  expect(memberResponse.status).toBe(428);
  expect(await statusOf(write(await solve(await comment(link, '192.0.2.9'))))).toBe(428);
  expect(await statusOf(write(await solve(memberResponse)))).toBe(201);

  // guests of one network, whatever they write
  for (let n = 0; n < 30; n += 1)
    await site.ctx.rateLimits.take('free-guest-comments', '198.51.100.0/24', 30);
  const many = await comment('No link', '198.51.100.7');
  expect(many.status).toBe(428);
  const forWriting = await solve(many);
  await useUpFree();
  expect(await statusOf(register({ from: '198.51.100.7', proof: forWriting }))).toBe(428);
});

test('limits on sign-in, reset and comments apply across all processes', async () => {
  time += 24 * 3_600_000;
  const { rateLimits } = site.ctx;
  const from = '203.0.113.50';
  const urls = [site.url, other.url];
  const guess = (url: string | undefined, username: string) =>
    statusOf(post('/api/auth/login', { username, password: 'wrong password' }, { from, url }));
  for (let n = 0; n < 48; n += 1) await rateLimits.take('login-address', from);
  expect(await guess(urls[0], 'somebody')).toBe(401);
  expect(await guess(urls[1], 'somebody-else')).toBe(401);
  for (const url of urls) expect(await guess(url, 'a-third')).toBe(429);

  const sent: unknown[] = [];
  for (const { jobs } of [site.ctx, other.ctx])
    vi.spyOn(jobs, 'send').mockImplementation(async (_job, data) => {
      sent.push(data);
      return null;
    });
  for (let n = 0; n < 59; n += 1) await rateLimits.take('forgot', from);
  for (const url of [...urls, ...urls])
    expect(
      await statusOf(post('/api/auth/forgot-password', { email: 'a@b.example.org' }, { from, url })),
    ).toBe(200);
  expect(sent).toEqual([{ email: 'a@b.example.org' }]);
  vi.restoreAllMocks();

  const path = `/api/videos/${await addVideo(site.ctx)}/comments`;
  const [cookie = ''] = (
    (await post(path, { text: 'First' }, { from })).headers.get('set-cookie') ?? ''
  ).split(';');
  const statuses = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      statusOf(post(path, { text: `Comment ${n}` }, { from, cookie, url: urls[n % 2] })),
    ),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(9);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('while limits are unavailable, reading works but no one can sign up or receive email', async () => {
  time += 24 * 3_600_000;
  const before = await countRows();
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(site.ctx.db);
  await rename('rate_limits', 'rate_limits_away');
  await rename('recent_sign_ups', 'recent_sign_ups_away');
  try {
    const from = '203.0.113.60';
    for (const path of ['/api/videos', '/api/search?q=a', '/api/community/posts'])
      expect((await site.fetch(path)).status, path).toBe(200);
    expect(await statusOf(register({ from }))).toBeGreaterThanOrEqual(500);
    expect(
      await statusOf(post('/api/auth/forgot-password', { email: 'root@example.org' }, { from })),
    ).toBeGreaterThanOrEqual(500);
  } finally {
    await rename('rate_limits_away', 'rate_limits');
    await rename('recent_sign_ups_away', 'recent_sign_ups');
  }
  expect(await countRows()).toEqual(before);
});
