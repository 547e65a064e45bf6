import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { PAGES } from '#contract/site/pages.ts';
import { TEST_PAYMENTS_PATH } from '#server/adapters/payments/test-path.ts';
import { saveTwoFactorRoles } from '#server/accounts/sign-in/two-factor.store.ts';
import { createHttp } from '#server/app/http/http.ts';
import { slices } from '#server/slices.ts';
import { endpoints, send } from './samples/calls.ts';
import { ROUTES } from './endpoint-access.ts';
import { OTHER_ROUTES } from './samples/other-routes.ts';
import { createSubjects, PERSONAL, SHARED } from './personal-access.ts';
import { samples } from './samples/all.ts';
import type { Sample } from './samples/sample.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from './site.ts';

/**
 * Every route of the server called as every kind of caller. A new endpoint needs a line in
 * endpoint-access.ts, a row in samples/<slice>.ts and, where it names a resource with an owner, a row in
 * personal-access.ts.
 */
const CALLERS = ['guest', 'member', 'creator', 'admin', 'stale', 'suspended', 'unguarded'] as const;
type Caller = (typeof CALLERS)[number];
const RANK: Record<Caller, number> = {
  guest: 0,
  member: 1,
  creator: 2,
  admin: 3,
  stale: 3,
  suspended: 3,
  unguarded: 3,
};
/** Roles that require two-factor here. */
const TWO_FACTOR_ROLES = ['GLOBAL_ADMIN', 'CONTENT_CREATOR'] as const;
const NEEDED = { public: 0, user: 1, freshUser: 1, creator: 2, admin: 3, freshAdmin: 3 };

const routes = new Map<string, keyof typeof ROUTES>(
  Object.entries(ROUTES).flatMap(([who, list]) => list.map((route) => [route, who as keyof typeof ROUTES])),
);

/** Must not be parsed before the caller is authorised. */
const MALFORMED = { body: '{', headers: { 'content-type': 'application/json' } };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  await saveTwoFactorRoles(site.ctx.db, [...TWO_FACTOR_ROLES]);
});

test('every route of the server has a line for who can call it', async () => {
  expect(endpoints.map(({ route, endpoint }) => [route, openedBy(endpoint)])).toEqual(
    endpoints.map(({ route }) => [route, routes.get(route)]),
  );
  expect(routes.size).toBe(endpoints.length);
  expect(endpoints.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([]);
  const known = new Set(endpoints.map(({ name }) => name));
  const rows = Object.entries(samples).flatMap(([slice, row]) =>
    Object.keys(row).map((name) => `${slice}.${name}`),
  );
  expect(rows.filter((name) => !known.has(name))).toEqual([]);
  const paths = [...routes.keys()].map((route) => route.replaceAll(/\{\w+\}/g, '{}'));
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  expect(await listRoutes()).toEqual([...routes.keys(), ...OTHER_ROUTES].toSorted());
});

const shared: Partial<Record<Caller, Promise<Fetch>>> = {};
test.each(endpoints)('$route', async ({ name, route, endpoint, sample = {} }) => {
  const who = routes.get(route) ?? 'admin';
  for (const caller of CALLERS) {
    const refusal = refusalOf(caller, who, endpoint);
    // calls that do something may end the session that makes them
    const alone = !refusal && endpoint.method !== 'GET';
    const fetch = alone ? await callAs(caller) : await (shared[caller] ??= callAs(caller));
    const { status, body } = await send(fetch, endpoint, sample);
    const failure = `${caller}: ${status} ${body.slice(0, 300)}`;
    if (refusal) {
      expect(status, failure).toBe(refusal[0]);
      if (endpoint.body) {
        const malformed = await send(fetch, endpoint, { ...sample, body: undefined }, MALFORMED);
        expect(malformed.status, failure).toBe(refusal[0]);
      }
      if (endpoint.errors !== 'text') expect(body, failure).toContain(`"${refusal[1]}"`);
      continue;
    }
    expect(status, failure).toBeLessThan(500);
    expect(body, failure).not.toMatch(
      /"(SIGN_IN_NEEDED|SESSION_ENDED|ROLE_TOO_LOW|SECOND_STEP_REQUIRED|FRESH_SIGN_IN_NEEDED)"/,
    );
    if (endpoint.body && endpoint.method !== 'GET') expect(body, failure).not.toContain('"INVALID_INPUT"');
    if (name === 'security.setStepRoles') await saveTwoFactorRoles(site.ctx.db, [...TWO_FACTOR_ROLES]);
  }
});

describe('a missing resource is reported before the body is validated', () => {
  const named = endpoints.filter(({ endpoint }) => endpoint.body && endpoint.path.includes('{'));
  let admin: Fetch;
  beforeAll(async () => {
    admin = await callAs('admin');
  });

  test.each(named)('$route', async ({ endpoint, sample = {} }) => {
    const { params = {}, query } = sample;
    // strings (a language) are valid, ids are left out
    const stringParams = Object.fromEntries(
      Object.entries(params).filter(([, value]) => typeof value === 'string'),
    );
    const status = async (body: unknown, init?: RequestInit) =>
      (await send(admin, endpoint, { params: stringParams, query, body }, init)).status;
    expect(await status(sample.body), 'well-formed').toBe(404);
    expect(await status(undefined, MALFORMED), 'malformed').toBe(404);
    expect(await status({ nothing: 'like it' }), 'invalid').toBe(404);
  });
});

describe('re-authentication depends on what is sent', () => {
  /**
   * Calls that require it only where they do more than the route implies; `free`: the same call where they
   * don't.
   */
  const CALLS: { route: string; sample: Sample; free: Sample }[] = [
    {
      route: 'PUT /api/settings/account',
      sample: { body: { email: 'elsewhere@example.org' } },
      free: { body: { username: 'another-name' } },
    },
    {
      route: 'PUT /api/admin/settings/shop',
      sample: { body: { version: 0, confirmRefundsAbove: 700 } },
      free: { body: { version: 0, open: true } },
    },
    {
      route: 'PUT /api/orders/{id}/status',
      sample: { body: { status: 'CANCELLED', paid: 90_000 } },
      free: { body: { status: 'CANCELLED', paid: 40_000 } },
    },
  ];

  test.each(CALLS)('$route', async ({ route, sample, free }) => {
    const endpoint = endpoints.find((each) => each.route === route)?.endpoint as Endpoint;
    const call = async (caller: Caller, sample: Sample) => {
      const { params = {}, body } = await withOrder(route, sample);
      const answer = await send(await callAs(caller), endpoint, { params, body });
      return [answer.status === 403, answer.body.includes('"FRESH_SIGN_IN_NEEDED"')];
    };
    expect(await call('stale', sample)).toEqual([true, true]);
    expect(await call('stale', free)).toEqual([false, false]);
    expect(await call('admin', sample)).toEqual([false, false]);
  });
});

describe('resources that belong to a user', () => {
  let owner: TestPerson;
  let callers: [string, Fetch][];
  let subjects: ReturnType<typeof createSubjects>;
  beforeAll(async () => {
    owner = await signUp('CONTENT_CREATOR');
    const other = await signUp('CONTENT_CREATOR');
    const admin = await signUp('GLOBAL_ADMIN');
    callers = [
      ['guest', site.fetch],
      ['other', other.fetch],
      ['admin', admin.fetch],
      ['owner', owner.fetch],
    ];
    subjects = createSubjects(site, owner);
  });

  test('have a row, or are shared', () => {
    const named = [...ROUTES.public, ...ROUTES.user, ...ROUTES.freshUser, ...ROUTES.creator].filter((route) =>
      route.includes('{'),
    );
    expect([...PERSONAL.map(({ route }) => route), ...SHARED].toSorted()).toEqual(named.toSorted());
  });

  test.each(PERSONAL)('$route', async ({ route, subject, answers, ...sent }) => {
    const declared = endpoints.find((each) => each.route === route);
    const got: Record<string, number> = {};
    for (const [caller, fetch] of callers) {
      const params = await subjects[subject]();
      const sample = { ...declared?.sample, ...sent, params };
      got[caller] = (await send(fetch, declared?.endpoint as Endpoint, sample, sent.init)).status;
    }
    const [guest, other, admin, own] = answers;
    expect(got).toEqual({ guest, other, admin, owner: own });
    if (!declared?.endpoint.body) return;
    // unauthorised callers learn nothing about the body
    for (const [caller, fetch] of callers)
      if (caller !== 'owner' && [401, 403, 404].includes(got[caller] ?? 0)) {
        const { status } = await send(
          fetch,
          declared.endpoint,
          { params: await subjects[subject]() },
          MALFORMED,
        );
        expect([caller, status]).toEqual([caller, got[caller]]);
      }
  });
});

function openedBy({ access, fresh }: Endpoint): string {
  if (!fresh) return access;
  return access === 'user' ? 'freshUser' : 'freshAdmin';
}

/** Status and code; null: the route is open. */
function refusalOf(caller: Caller, who: keyof typeof ROUTES, endpoint: Endpoint): [number, string] | null {
  if (caller === 'suspended') {
    if (endpoint.anonymous) return null;
    if (endpoint.method !== 'GET') return [401, 'SESSION_ENDED'];
    return who === 'public' ? null : [401, 'SIGN_IN_NEEDED'];
  }
  if (RANK[caller] < NEEDED[who]) return caller === 'guest' ? [401, 'SIGN_IN_NEEDED'] : [403, 'ROLE_TOO_LOW'];
  if (caller === 'unguarded' && NEEDED[who] > 1) return [403, 'SECOND_STEP_REQUIRED'];
  if (caller === 'stale' && who.startsWith('fresh')) return [403, 'FRESH_SIGN_IN_NEEDED'];
  return null;
}

/** An order with this many cents to refund, where the route needs one. */
async function withOrder(route: string, { body, ...sample }: Sample): Promise<Sample> {
  const { paid, ...sent } = body as { paid?: number };
  if (paid === undefined) return { ...sample, body };
  const { id = 0 } = await createSubjects(site, await site.signUp()).order();
  const change = { status: 'PAID', capture_id: `capture-${id}`, total_cents: paid } as const;
  await site.ctx.db.updateTable('orders').set(change).where('id', '=', Number(id)).execute();
  return { params: { id }, body: sent };
}

async function callAs(caller: Caller): Promise<Fetch> {
  if (caller === 'guest') return site.visitor().fetch;
  if (caller === 'member') return (await site.signUp()).fetch;
  if (caller === 'unguarded') return (await site.signUp('GLOBAL_ADMIN')).fetch;
  const person = await signUp(caller === 'creator' ? 'CONTENT_CREATOR' : 'GLOBAL_ADMIN');
  const { db, clock } = site.ctx;
  if (caller === 'stale')
    await db
      .updateTable('sessions')
      .set({ fresh_at: new Date(clock.now() - 16 * 60_000) })
      .where('user_id', '=', person.id)
      .execute();
  if (caller === 'suspended')
    await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', person.id).execute();
  return person.fetch;
}

/** A person with two-factor. */
async function signUp(role: 'CONTENT_CREATOR' | 'GLOBAL_ADMIN'): Promise<TestPerson> {
  const person = await site.signUp(role);
  await site.ctx.db
    .insertInto('second_steps')
    .values({ user_id: person.id, locked_secret: 'none', confirmed_at: new Date() })
    .execute();
  return person;
}

/** The routes that the server lists itself. */
async function listRoutes(): Promise<string[]> {
  const found = new Set<string>();
  const pages = new Set<string>(Object.values(PAGES));
  const pretended = `${TEST_PAYMENTS_PATH}/*`;
  const routes = slices.flatMap((slice) => slice.routes ?? []);
  const lifecycle = { leaving: false, stopping: new AbortController() };
  const app = createHttp(site.ctx.settings, site.ctx.log, routes, () => site.ctx, lifecycle);
  app.addHook('onRoute', ({ method, url }) => {
    // a page's shell is public; its content comes from endpoints
    if ((method === 'GET' && pages.has(url)) || url === pretended) return;
    for (const each of [method].flat())
      if (each !== 'HEAD') found.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
  });
  await app.ready();
  await app.close();
  return [...found].toSorted();
}
