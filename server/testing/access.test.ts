import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/all.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { samples } from './samples/all.ts';
import { startTestSite, type Fetch, type TestSite } from './site.ts';

/**
 * Every endpoint of the contract x every role. A new endpoint needs a row in server/testing/samples/<slice>.ts; what a
 * role may do follows from the access the contract declares, and the server must say the same.
 */
const ROLES = ['guest', 'LOGIN_USER', 'CONTENT_CREATOR', 'GLOBAL_ADMIN'] as const;
type Caller = (typeof ROLES)[number];
const MAY: Record<Access, readonly Caller[]> = {
  public: ROLES,
  user: ROLES.slice(1),
  creator: ROLES.slice(2),
  admin: ROLES.slice(3),
};

const endpoints = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(
  ([slice, declared]) => Object.entries(declared).map(([name, endpoint]) => ({ slice, name, endpoint })),
);

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
});

test('every endpoint has a row, and no row is left over', () => {
  expect(endpoints.length).toBeGreaterThan(30);
  expect(
    endpoints
      .filter(({ slice, name }) => !samples[slice]?.[name])
      .map(({ slice, name }) => `${slice}.${name}`),
  ).toEqual([]);
  const known = new Set(endpoints.map(({ slice, name }) => `${slice}.${name}`));
  expect(
    Object.entries(samples)
      .flatMap(([slice, rows]) => Object.keys(rows).map((name) => `${slice}.${name}`))
      .filter((name) => !known.has(name)),
  ).toEqual([]);
});

test('no two endpoints share method and path', () => {
  const places = endpoints.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
  );
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

describe.each(endpoints)('$slice.$name', ({ slice, name, endpoint }) => {
  test.each(ROLES)('as %s', async (role) => {
    // a person of its own each time: some calls end the session that makes them
    const fetch = role === 'guest' ? site.visitor() : (await site.signUp(role)).fetch;
    const { status, body } = await send(fetch, endpoint, slice, name);
    if (MAY[endpoint.access].includes(role)) {
      expect(status, body).not.toBe(403);
      if (slice !== 'accounts') expect(status, body).not.toBe(401);
      expect(status, body).toBeLessThan(500);
      if (endpoint.body && endpoint.method !== 'GET') expect(body).not.toContain('"INVALID_INPUT"');
    } else {
      expect(status, body).toBe(role === 'guest' ? 401 : 403);
      if (endpoint.errors !== 'text')
        expect(JSON.parse(body)).toMatchObject({
          error: expect.any(String),
          code: role === 'guest' ? 'SIGN_IN_NEEDED' : 'ROLE_TOO_LOW',
        });
    }
  });
});

async function send(
  fetch: Fetch,
  endpoint: Endpoint,
  slice: string,
  name: string,
): Promise<{ status: number; body: string }> {
  const { params = {}, query = {}, body } = samples[slice]?.[name] ?? {};
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(params[key] ?? 999_999));
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  const answer = await fetch(search ? `${path}?${search}` : path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { json: body }),
  });
  // a stream of events never ends
  const text = answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await answer.text();
  await answer.body?.cancel().catch(() => {});
  return { status: answer.status, body: text };
}
