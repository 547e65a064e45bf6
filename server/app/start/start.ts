import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DatabaseServer } from '#server/adapters/database/database.ts';
import type { Context } from '../context.ts';
import { drain, type Lifecycle } from './drain.ts';
import { createHttp } from '../http/http.ts';
import { createLog } from '../observe/log.ts';
import { openContext } from './open-context.ts';
import { SettingsError, type Settings } from './settings.ts';
import type { Slice } from '../slice.ts';

export interface RunningSite {
  app: FastifyInstance;
  /** Where it really listens, also with PORT=0; with LISTEN=ready known once it is ready. */
  url: string;
  /** Settled when the database is up and migrated and the first content is asked for. */
  ready: Promise<Context>;
  /** Ends requests under way (10 s) and running jobs (10 s), then everything else. */
  stop(): Promise<void>;
}

/** What tests put in the place of the real thing. */
export interface StartOptions {
  /** A database on a server that runs already. */
  database?: { server: DatabaseServer; name: string };
  clock?: Partial<Context['clock']>;
  /** Milliseconds after which a request whose body doesn't arrive is ended. */
  arrivalTimeout?: number;
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
  let ctx: Context | null = null;
  const disposers: (() => Promise<unknown>)[] = [];
  const lifecycle: Lifecycle = { leaving: false, stopping: new AbortController() };
  // one for each stream that is open
  setMaxListeners(0, lifecycle.stopping.signal);
  const app = createHttp(
    settings,
    log,
    slices.flatMap(({ routes }) => routes ?? []),
    () => ctx,
    lifecycle,
    options,
  );
  const listen = () =>
    app.listen({ host: settings.HOST, port: settings.PORT }).catch(explainListening(settings));
  const port = () => (app.server.address() as AddressInfo | null)?.port ?? settings.PORT;
  if (settings.LISTEN === 'now') await listen();

  const starting = new AbortController();
  const bringUp = async () => {
    const context = await openContext(settings, slices, {
      ...options,
      signal: starting.signal,
      stopping: lifecycle.stopping.signal,
      log,
      disposers,
      port,
    });
    for (const slice of slices) await slice.onReady?.(context);
    if (settings.ROLES.includes('worker')) await context.jobs.work(context);
    ctx = context;
    starting.signal.throwIfAborted();
    if (settings.LISTEN === 'ready') await listen();
    return context;
  };
  const ready = bringUp();
  // who awaits `ready` hears of a failure; nobody else must
  ready.catch(() => {});

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    // a database that isn't there yet is not waited for any longer
    starting.abort(new Error('The start was interrupted.'));
    await ready.catch(() => null);
    await drain(app.server, lifecycle, settings);
    await app.close();
    for (const close of disposers.toReversed()) await close();
  };
  return {
    app,
    get url() {
      return `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${port()}`;
    },
    ready,
    stop: () => (stopping ??= stop()),
  };
}

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
