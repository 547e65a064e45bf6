import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { bodyOf, WithId, WithToken } from '#server/testing/client.ts';
import { endpoints, send } from './testing/samples/calls.ts';
import { killAll, startByReadme } from './testing/process.ts';
import { SOAK, takeSample } from './testing/soak.ts';
import { fetchFrom, withCookies, type Fetch } from './testing/site.ts';

/**
 * Every endpoint on a site started as in the README, with nothing but the wire replaced: the overrides of the test
 * harness (clock, database, NODE_ENV) can hide what breaks only in an installation.
 */
const PASSWORD = 'correct horse battery';
const ROLES = { member: 'LOGIN_USER', creator: 'CONTENT_CREATOR', admin: 'GLOBAL_ADMIN' };

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});
afterAll(killAll);

test('every endpoint has an entry in testing/samples', () => {
  expect(endpoints.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([]);
});

/** A browser covers the same in production: e2e/installed.e2e.ts. */
const MODES: [string, Record<string, string>][] = [
  ['by default', {}],
  ['in production', { NODE_ENV: 'production' }],
];
describe.each(takeSample(MODES, 0))('npm start, %s', (_, mode) => {
  let site: Awaited<ReturnType<typeof startByReadme>>;
  let callers: [string, Fetch][];
  const folder = mkdtempSync(join(tmpdir(), 'lll-readme-'));
  chmodSync(folder, 0o755);

  beforeAll(async () => {
    site = await startByReadme({
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      ADMIN_PASSWORD: PASSWORD,
      ...mode,
    });
    await site.ready();
    const admin = await signIn('admin');
    for (const [username, role] of Object.entries(ROLES)) {
      if (username === 'admin') continue;
      const json = { username, email: `${username}@example.org`, password: PASSWORD };
      const created = await fetchFrom(site.url)('/api/auth/register', { json });
      expect(created.status, await created.clone().text()).toBeLessThan(300);
      const { token } = await bodyOf(created, WithToken);
      const me = await fetchFrom(site.url, { authorization: `Bearer ${token}` })('/api/me');
      const { id } = await bodyOf(me, WithId);
      const given = await admin(`/api/admin/people/${id}/role`, { method: 'PUT', json: { role } });
      expect(given.status, await given.text()).toBe(200);
    }
    const names = Object.keys(ROLES);
    callers = [
      ['guest', withCookies(site.url)],
      ...(await Promise.all(names.map(async (name): Promise<[string, Fetch]> => [name, await signIn(name)]))),
    ];
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** From a browser that was never here. */
  async function signIn(username: string): Promise<Fetch> {
    const browser = withCookies(site.url);
    const answer = await browser('/api/auth/login', { json: { username, password: PASSWORD } });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { token } = await bodyOf(answer, WithToken);
    return (path, init) =>
      browser(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } });
  }

  test('a sign-in from a new browser works at once and can list its sessions', async () => {
    for (const [caller, fetch] of callers)
      expect((await fetch('/api/me/sessions')).status, caller).toBe(caller === 'guest' ? 401 : 200);
  });

  test('no endpoint returns a server error, for any caller', async () => {
    const faults: string[] = [];
    // access.test.ts walks every role
    const walked = SOAK ? callers : callers.filter(([name]) => name === 'guest' || name === 'admin');
    for (const [caller, fetch] of walked) {
      for (const { name, route, endpoint, sample = {} } of endpoints) {
        // a session of its own, which ends
        const calling = name === 'accounts.logout' && caller !== 'guest' ? await signIn(caller) : fetch;
        const { status, body } = await send(calling, endpoint, sample);
        // in production payments are off until they are set up
        if (status >= 500 && !body.includes('"PAYMENTS_OFF"'))
          faults.push(`${caller}: ${route}: ${status} ${body.slice(0, 200)}`);
      }
      const still = await fetch('/api/me');
      expect(still.status, `${caller} after all of it`).toBe(caller === 'guest' ? 401 : 200);
    }
    expect(faults).toEqual([]);
  });
});
