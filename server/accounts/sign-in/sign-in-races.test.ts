import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { startForgingProvider, type ForgingProvider } from '#server/testing/forging-provider.ts';
import { comeBack, goToProvider } from '#server/testing/identity.ts';
import { fetchFrom, startTestSite, withCookies, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { untilWaiting } from '#server/testing/waiting.ts';
import { takeSample } from '#server/testing/soak.ts';
import { createUser } from '../accounts.store.ts';
import { addLink } from '../links.store.ts';
import { resetPassword, resetTwoFactor } from '../people/owner.actions.ts';
import { hashPassword } from './passwords.ts';
import { changeRole, suspendPerson } from '../people/people.actions.ts';
import { codeAt } from './two-factor.rules.ts';
import { changePassword } from '../profile/settings.actions.ts';

const PUBLIC_URL = 'https://lll.example';
const password = 'correct horse';
const IN_FLIGHT = 3;
let provider: ForgingProvider;
let site: TestSite;
const hash = hashPassword(password);
let count = 0;
/** What the wait of a slowed sign-in waits for. */
let slowDown: Promise<void> = Promise.resolve();
beforeAll(async () => {
  provider = await startForgingProvider();
  site = await startTestSite(
    {
      PUBLIC_URL,
      ROLES: 'web',
      OIDC_ISSUER: provider.issuer,
      GOOGLE_CLIENT_ID: 'lll',
      GOOGLE_CLIENT_SECRET: 'h',
    },
    { clock: { sleep: () => slowDown } },
  );
});
afterAll(() => provider.close());

type Answer = {
  status: number;
  token?: string;
  ticket?: string;
  challenge: string;
  secret: string;
  recoveryCodes: string[];
};
async function call(path: string, json?: object, fetch = site.fetch, method = 'POST'): Promise<Answer> {
  const answer = await fetch(path, json === undefined ? { method } : { method, json });
  const text = await answer.text();
  return { ...(text ? (JSON.parse(text) as Answer) : ({} as Answer)), status: answer.status };
}
const findUser = async (token: string) => {
  const user = await site.ctx.sessions.find(token);
  if (!user) throw new Error('The session of its own ended.');
  return user;
};

/** A user with a password, an own session, and the given sign-in methods. */
async function addPerson(...methods: ('second step' | 'passkey' | 'provider')[]) {
  const { ctx } = site;
  const username = `prey${++count}`;
  const email = `${username}@example.org`;
  const id = await createUser(ctx.db, {
    username,
    email,
    passwordHash: await hash,
    emailVerified: true,
  });
  const token = await ctx.sessions.create(ctx.db, { userId: id, userAgent: null, address: null });
  const own = fetchFrom(site.url, { authorization: `Bearer ${token}` });
  const key = createAuthenticator({ origin: PUBLIC_URL, rpId: 'lll.example' });
  if (methods.includes('passkey')) {
    const credential = key.create(await call('/api/me/passkeys/begin', undefined, own));
    await call('/api/me/passkeys/finish', { name: 'Phone', credential }, own);
  }
  if (methods.includes('provider'))
    await ctx.db
      .insertInto('user_identities')
      .values({ issuer: provider.issuer, subject: username, user_id: id, email })
      .execute();
  const begin = async () => (await call('/api/me/second-step/begin', undefined, own)).secret;
  const confirm = (secret: string) =>
    call('/api/me/second-step/confirm', { code: codeAt(secret, Date.now()) }, own);
  const codes = methods.includes('second step') ? (await confirm(await begin())).recoveryCodes : [];
  return { id, username, email, token, own, key, codes, begin, confirm };
}
type Person = Awaited<ReturnType<typeof addPerson>>;

/** What its person or an administrator does about an account that a thief is about to enter. */
const REMEDIES: Record<string, (person: Person) => Promise<unknown>> = {
  'a new password': async ({ token }) =>
    changePassword(site.ctx, await findUser(token), null, {
      newPassword: 'another horse',
      keepKeys: false,
    }),
  'a reset by mail': async ({ id, email, username }) => {
    const token = `reset-link-of-${username}-of-32-characters`;
    await addLink(site.ctx.db, { token, userId: id, purpose: 'RESET', email, now: Date.now() });
    const { status } = await call('/api/auth/reset-password', { token, password: 'another horse' });
    expect(status).toBe(200);
  },
  'a take-back of the address': async ({ id, email, username }) => {
    const token = `take-back-link-of-${username}-of-32-chars`;
    await addLink(site.ctx.db, { token, userId: id, purpose: 'TAKE_BACK', email, now: Date.now() });
    expect((await call('/api/auth/take-back-email', { token })).status).toBe(200);
  },
  'a reset by the owner': ({ username }) => resetPassword(site.ctx, username),
  'a suspension': async ({ id }) => suspendPerson(site.ctx, await admin(), id, 'Stolen'),
};
const admin = async () => findUser((await site.signUp('GLOBAL_ADMIN')).token);
/** These end no session that is there already, or only some. */
const CHANGES: typeof REMEDIES = {
  'another role': async ({ id }) => changeRole(site.ctx, await admin(), id, 'CONTENT_CREATOR'),
};

type SignIn = () => Promise<{ token?: string | undefined; ticket?: string | undefined }>;

/** While a table is locked `work` runs until so many statements wait for it. */
async function whileLocked<T>(
  table: string,
  waiting: number,
  start: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const client = new pg.Client(site.connection);
  await client.connect();
  try {
    await client.query(`begin; lock table ${table} in share mode`);
    const started = start();
    started.catch(() => {});
    await untilWaiting(client, waiting);
    const done = meanwhile();
    // either it is done, or it waits for what the sign-ins hold
    await Promise.race([done, untilWaiting(client, waiting + 1)]);
    await client.query('commit');
    const result = await started;
    await done;
    return result;
  } finally {
    await client.end();
  }
}

const several = (signIns: SignIn[]) => Promise.all(signIns.map((signIn) => signIn()));
const logIn = (username: string, fetch = site.fetch) =>
  call('/api/auth/login', { username, password }, fetch);

/**
 * A sign-in method: `race` begins several sign-ins, with the remedy between credential check and session.
 */
const METHODS: Record<
  string,
  {
    needs: Parameters<typeof addPerson>;
    race(person: Person, remedy: () => Promise<unknown>): Promise<Awaited<ReturnType<SignIn>>[]>;
  }
> = {
  'a password': { needs: [], race: racePasswords },
  'a password before a second step': { needs: ['second step'], race: racePasswords },
  'a passkey': {
    needs: ['passkey'],
    async race({ key }, remedy) {
      const opened = await call('/api/auth/passkey/begin');
      const credential = key.get(opened);
      // one key counts up: of several at once only one could serve
      return whileLocked(
        'spent_tokens',
        1,
        () => several([() => call('/api/auth/passkey/finish', { credential })]),
        remedy,
      );
    },
  },
  'a ticket of the second step': {
    needs: ['second step'],
    async race({ username, codes }, remedy) {
      const signIns: SignIn[] = [];
      for (const code of codes.slice(0, IN_FLIGHT)) {
        const { ticket } = await logIn(username);
        signIns.push(() => call('/api/auth/second-step', { ticket, code }));
      }
      return whileLocked('rate_limits', IN_FLIGHT, () => several(signIns), remedy);
    },
  },
};

/** A slowed account: the wait comes after its password was read. */
async function racePasswords({ username }: Person, remedy: () => Promise<unknown>) {
  const guess = () => site.ctx.rateLimits.take('login-account', username);
  await Promise.all(Array.from({ length: 30 }, guess));
  const { promise, resolve } = Promise.withResolvers<void>();
  slowDown = promise;
  const started = several(Array.from({ length: IN_FLIGHT }, () => () => logIn(username)));
  await expect
    .poll(async () => site.ctx.rateLimits.countTaken('login-pair', `127.0.0.1 ${username}`))
    .toBe(IN_FLIGHT);
  await remedy();
  resolve();
  return started;
}

describe.each(takeSample(Object.entries({ ...REMEDIES, ...CHANGES }), 2))('%s', (_name, remedy) => {
  test.each(Object.entries(METHODS))(
    'invalidates a sign-in already begun with %s',
    async (_method, { needs, race }) => {
      const person = await addPerson(...needs);
      for (const { token, ticket } of await race(person, () => remedy(person)))
        expect({ token, ticket }).toEqual({ token: undefined, ticket: undefined });
    },
  );
});

test('switching two-factor on or off, or resetting it, invalidates sign-ins already begun', async () => {
  const person = await addPerson();
  const secret = await person.begin();
  for (const remedy of [
    () => person.confirm(secret),
    () => call('/api/me/second-step', undefined, person.own, 'DELETE'),
  ]) {
    for (const { token, ticket } of await racePasswords(person, async () =>
      expect((await remedy()).status).toBeLessThan(300),
    ))
      expect({ token, ticket }).toEqual({ token: undefined, ticket: undefined });
  }
  const other = await addPerson('second step');
  for (const { ticket } of await racePasswords(other, () => resetTwoFactor(site.ctx, other.username)))
    expect(ticket).toBeUndefined();
  // and who comes after it gets in
  expect((await logIn(other.username)).status).toBe(200);
});

/** From the browser of a visitor: what they did joins the account first, between the look and the session. */
const AS_VISITORS: Record<string, (person: Person, browser: TestSite['fetch']) => Promise<SignIn>> = {
  'a password':
    async ({ username }, browser) =>
    () =>
      logIn(username, browser),
  'a passkey': async ({ key }, browser) => {
    const credential = key.get(await call('/api/auth/passkey/begin'));
    return () => call('/api/auth/passkey/finish', { credential }, browser);
  },
  'the provider': async ({ username }, browser) => {
    provider.forge = ({ header, claims }) => ({ header, claims: { ...claims, sub: username } });
    const back = await goToProvider(browser, PUBLIC_URL);
    return async () => (await comeBack(browser, PUBLIC_URL, back)).params;
  },
};

describe.each(takeSample(Object.entries(REMEDIES), 2))('%s', (_name, remedy) => {
  test.each(Object.entries(AS_VISITORS))('ends the session that %s just opened', async (_method, prepare) => {
    const person = await addPerson('passkey', 'provider');
    const browser = withCookies(site.url);
    const video = await addVideo(site.ctx, { title: 'Seen before' });
    await call(`/api/videos/${video}/view`, {}, browser);
    const signIn = await prepare(person, browser);
    const [response] = await whileLocked(
      'checkouts',
      1,
      () => several([signIn]),
      () => remedy(person),
    );
    if (!response?.token) return;
    const { status } = await call(
      '/api/me',
      undefined,
      fetchFrom(site.url, { authorization: `Bearer ${response.token}` }),
      'GET',
    );
    expect(status).toBe(401);
  });
});
