import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DatabaseServer } from '#server/adapters/database/database.ts';
import type { Context } from './context.ts';
import { createHttp } from './http.ts';
import { createLog } from './log.ts';
import { openContext } from './open-context.ts';
import { SettingsError, type Settings } from './settings.ts';
import type { Slice } from './slice.ts';

export interface RunningSite {
  app: FastifyInstance;
  /** Where it really listens, also with PORT=0. */
  url: string;
  /** Settled when the database is up and migrated and the first content is asked for. */
  ready: Promise<Context>;
  /** Ends requests under way and running jobs (10 s), then everything else. */
  stop(): Promise<void>;
}

/** What tests put in the place of the real thing. */
export interface StartOptions {
  /** A database on a server that runs already. */
  database?: { server: DatabaseServer; name: string };
  clock?: Partial<Context['clock']>;
}

/** Listens at once; brings everything up behind, answering API calls with 503 until then. */
export async function startSite(
  settings: Settings,
  slices: Slice[],
  options: StartOptions = {},
): Promise<RunningSite> {
  const log = createLog(settings);
  let ctx: Context | null = null;
  const closers: (() => Promise<unknown>)[] = [];
  const app = createHttp(
    settings,
    log,
    slices.flatMap(({ routes }) => routes ?? []),
    () => ctx,
  );
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch(explainListening(settings));
  const { port } = app.server.address() as AddressInfo;

  const starting = new AbortController();
  const ready = openContext(settings, slices, {
    ...options,
    signal: starting.signal,
    log,
    closers,
    port,
  }).then(async (context) => {
    for (const slice of slices) await slice.onReady?.(context);
    if (settings.ROLES.includes('worker')) await context.jobs.work(context);
    return (ctx = context);
  });
  // who awaits `ready` hears of a failure; nobody else must
  ready.catch(() => {});

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    // a database that isn't there yet is not waited for any longer
    starting.abort(new Error('The start was interrupted.'));
    const context = await ready.catch(() => null);
    await within(10_000, app.close());
    if (context) for (const slice of slices) await slice.onStop?.(context);
    for (const close of closers.toReversed()) await close();
  };
  return {
    app,
    url: `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${port}`,
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

async function within(milliseconds: number, work: PromiseLike<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}
