import { setMaxListeners } from 'node:events';
import type { OutboundOptions } from '#server/adapters/outbound.ts';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DatabaseServer } from '#server/adapters/database/database.ts';
import { readModel } from '#server/adapters/speech/models.ts';
import type { Context } from '../context.ts';
import { drain, type Lifecycle } from './drain.ts';
import { createHttp } from '../http/http.ts';
import { watchDisk } from '../observe/disk.ts';
import { createLog, type Log } from '../observe/log.ts';
import { openContext } from './open-context.ts';
import { SettingsError, type Settings } from './settings.ts';
import type { Slice } from '../slice.ts';

export interface RunningSite {
  app: FastifyInstance;
  /** Where it really listens, also with PORT=0; with LISTEN=ready known once it is ready. */
  url: string;
  /** Settled when the database is up and migrated and the first content is asked for. */
  ready: Promise<Context>;
  /** Ends requests in progress (10 s) and running jobs (2 s), then everything else. */
  stop(): Promise<void>;
}

/** Overrides for tests. */
export interface StartOptions {
  /** A database on a server that runs already. */
  database?: { server: DatabaseServer; name: string };
  clock?: Partial<Context['clock']>;
  /** What addresses are allowed, and how names are looked up. */
  outbound?: OutboundOptions;
  /** See createResponseCache(). */
  refreshMs?: number;
  /** Milliseconds after which a request whose body doesn't arrive is ended. */
  arrivalTimeout?: number;
}

/** A site that is starting, running or stopping. */
interface Site {
  readonly settings: Settings;
  readonly app: FastifyInstance;
  readonly lifecycle: Lifecycle;
  /** What has to be closed at the end, in the order of opening. */
  readonly disposers: (() => Promise<unknown>)[];
  /** Aborted when the site is to stop before it was up. */
  readonly starting: AbortController;
  ctx: Context | null;
}

/**
 * Listens at once and brings everything up behind, answering API calls with 503 until then; with LISTEN=ready it
 * listens once everything is up.
 */
export async function startSite(
  settings: Settings,
  slices: Slice[],
  options: StartOptions = {},
): Promise<RunningSite> {
  const log = createLog(settings);
  const lifecycle: Lifecycle = { leaving: false, stopping: new AbortController() };
  // one for each stream that is open
  setMaxListeners(0, lifecycle.stopping.signal);
  const routes = slices.flatMap((slice) => slice.routes ?? []);
  const site: Site = {
    settings,
    app: createHttp(settings, log, routes, () => site.ctx, lifecycle, options),
    lifecycle,
    disposers: [],
    starting: new AbortController(),
    ctx: null,
  };
  if (settings.LISTEN === 'now') await listen(site);
  watchDisk(settings, log, lifecycle.stopping.signal);
  const ready = startAll(site, slices, log, options);
  // callers that await `ready` get the failure; others need not handle it
  ready.catch(() => {});
  let stopping: Promise<void> | null = null;
  return {
    app: site.app,
    get url() {
      return `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${portOf(site)}`;
    },
    ready,
    stop: () => (stopping ??= stop(site, ready)),
  };
}

async function startAll(site: Site, slices: Slice[], log: Log, options: StartOptions): Promise<Context> {
  const { settings, starting, lifecycle, disposers } = site;
  // known before the first video needs transcribing
  if (settings.TRANSCRIBE_MODEL && settings.ROLES.includes('worker'))
    await readModel(settings.TRANSCRIBE_MODEL);
  const ctx = await openContext(settings, slices, {
    ...options,
    signal: starting.signal,
    stopping: lifecycle.stopping.signal,
    log,
    disposers,
    port: () => portOf(site),
  });
  for (const slice of slices) await slice.onReady?.(ctx);
  if (settings.ROLES.includes('worker')) await ctx.jobs.work(ctx);
  site.ctx = ctx;
  starting.signal.throwIfAborted();
  if (settings.LISTEN === 'ready') await listen(site);
  return ctx;
}

async function stop(site: Site, ready: Promise<Context>) {
  const { app, settings, lifecycle, disposers, starting } = site;
  // a database that isn't there yet is not waited for any longer
  starting.abort(new Error('The start was interrupted.'));
  await ready.catch(() => null);
  await Promise.all([site.ctx?.jobs.endWork(), drain(app.server, lifecycle, settings)]);
  await app.close();
  for (const close of disposers.toReversed()) await close();
}

/** Connections that wait to be accepted while the process is busy; the system's own limit (somaxconn) is often 4096. */
const BACKLOG = 2048;

const listen = ({ app, settings }: Site) =>
  app
    .listen({ host: settings.HOST, port: settings.PORT, backlog: BACKLOG })
    .catch(explainListening(settings));

const portOf = ({ app, settings }: Site): number =>
  (app.server.address() as AddressInfo | null)?.port ?? settings.PORT;

const explainListening =
  ({ HOST, PORT }: Settings) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE')
      throw new SettingsError(
        `PORT ${PORT} is in use by another program on ${HOST}. Set PORT to a free one.`,
      );
    if (error.code === 'EACCES')
      throw new SettingsError(`PORT ${PORT} is not open to this user. Set PORT to one above 1023.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new SettingsError(`HOST ${HOST} is no address of this machine.`);
    throw error;
  };
