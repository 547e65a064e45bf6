import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import type { OutboundOptions } from '#server/adapters/outbound.ts';
import type { AnyJob, Context } from '#server/app/context.ts';
import type { Role } from '#server/app/http/callers/roles.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { callerBy, type Caller, type Fetch } from './client.ts';
import { seedCluster } from './cached-cluster.ts';
import { stopAfterFile } from './running.ts';
import { openTestCluster, TEMPLATE, TEST_TUNING } from './template.ts';

export type { Fetch };

export interface TestPerson extends Caller {
  id: number;
  username: string;
  token: string;
}

/** As a caller: a guest without token or cookies. */
export interface TestSite extends Caller {
  url: string;
  ctx: Context;
  /** Its database. */
  connection: PoolConfig;
  /** A guest with a cookie jar of its own: one visitor. */
  visitor(): Caller;
  /** A new person of this role, signed in. */
  signUp(role?: Role, username?: string): Promise<TestPerson>;
  /** Another server on the same database and files; stopped before this one. */
  startAnother(): Promise<{ url: string; ctx: Context }>;
  stop(): Promise<void>;
}

let shared: DatabaseServer | null = null;

async function openSharedServer(): Promise<DatabaseServer> {
  shared ??= await openTestCluster(inject('databaseFolder'));
  return shared;
}

/** For tests that stop PostgreSQL itself: committed data must survive that. */
async function openOwnServer(dataDir: string): Promise<{ server: DatabaseServer; hasTemplate: boolean }> {
  await chmod(dataDir, 0o755);
  const hasTemplate = await seedCluster(dataDir);
  const server = await openDatabaseServer({
    dataDir,
    log: () => {},
    settings: { ...TEST_TUNING, synchronous_commit: 'on' },
  });
  return { server, hasTemplate };
}

/**
 * A real server on its own database, cloned from the migrated template; stopped after the file's tests.
 * `ownServer`: with its own PostgreSQL. `beside`: a second server on another one's database. `without`: jobs
 * that don't run, such as ladders, which are most of a video's cost, where only the first rendition matters.
 */
export async function startTestSite(
  environment: Record<string, string> = {},
  {
    ownServer = false,
    beside,
    without = [],
    ...options
  }: {
    clock?: Partial<Context['clock']>;
    outbound?: OutboundOptions;
    /** 0 by default: changes are visible to everyone at once. */
    refreshMs?: number;
    arrivalTimeout?: number;
    ownServer?: boolean;
    beside?: TestSite;
    without?: AnyJob[];
  } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lll-data-'));
  const name = beside?.connection.database ?? `t_${randomUUID().replaceAll('-', '')}`;
  const { server, hasTemplate } = ownServer
    ? await openOwnServer(dataDir)
    : { server: await openSharedServer(), hasTemplate: true };
  if (!beside) await server.createDatabase(name, hasTemplate ? { template: TEMPLATE } : {});
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    SAMPLE_CONTENT: 'off',
    ADMIN_USERNAME: 'root-admin',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: 'correct horse battery',
    ...environment,
  });
  const parts = slices.map((slice) => ({
    ...slice,
    jobs: slice.jobs?.filter((job) => !without.includes(job)),
  }));
  const site = await startSite(settings, parts, { database: { server, name }, refreshMs: 0, ...options });
  const ctx = await site.ready;
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await site.stop();
    if (ownServer) await server.stop();
    else if (!beside) await server.dropDatabase(name);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  stopAfterFile(stop);
  return {
    url: site.url,
    ctx,
    connection: server.connection(name),
    ...callerBy(fetchFrom(site.url)),
    visitor: () => callerBy(withCookies(site.url)),
    signUp: (role, username) => signUp(site.url, ctx, role, username),
    async startAnother() {
      const another = await startSite(settings, parts, {
        database: { server, name },
        refreshMs: 0,
        ...options,
      });
      stopAfterFile(() => another.stop());
      return { url: another.url, ctx: await another.ready };
    },
    stop,
  };
}

/** The target of the next call. */
type Target = string | (() => string);

export function fetchFrom(target: Target, headers: Record<string, string> = {}): Fetch {
  return (path, { json, ...init } = {}) =>
    fetch((typeof target === 'string' ? target : target()) + path, {
      redirect: 'manual',
      ...init,
      ...(json === undefined ? {} : { method: init.method ?? 'POST', body: JSON.stringify(json) }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...(init.headers as Record<string, string> | undefined),
      },
    });
}

/** Stores its cookies, as a browser does. */
export function withCookies(target: Target): Fetch {
  const jar = new Map<string, string>();
  const plain = fetchFrom(target);
  return async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await plain(path, {
      ...init,
      headers: { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string> | undefined) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
}

let people = 0;

async function signUp(
  url: string,
  ctx: Context,
  role: Role = 'LOGIN_USER',
  username = `person${++people}`,
): Promise<TestPerson> {
  const { id } = await ctx.db
    .insertInto('users')
    .values({ username, email: `${username}@example.org`, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await ctx.sessions.create(ctx.db, { userId: id, userAgent: null, address: null });
  return { id, username, token, ...callerBy(fetchFrom(url, { authorization: `Bearer ${token}` })) };
}
