import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { openMedia } from '#server/adapters/media/media.ts';
import { openStorage } from '#server/adapters/storage/storage.ts';
import { openMail } from '#server/adapters/mail/open.ts';
import { createCache } from './cache.ts';
import type { Context } from './context.ts';
import { migrate, openDatabase } from './database.ts';
import { createHttp } from './http.ts';
import { openJobs } from './jobs.ts';
import { createLimits } from './limits.ts';
import { createLog } from './log.ts';
import { openNotices } from './notices.ts';
import { createPreviews } from './previews.ts';
import { openSessions } from './sessions.ts';
import { createOutbox, sendMail, sweepOutbox } from './outbox.ts';
import { SettingsError, type Settings } from './settings.ts';
import { siteSecret } from './site-secret.ts';
import type { Slice } from './slice.ts';
import { createVisitors } from './visitors.ts';

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
  clock?: Context['clock'];
}

/** Listens at once; brings everything up behind, answering API calls with 503 until then. */
export async function startSite(settings: Settings, slices: Slice[], options: StartOptions = {}): Promise<RunningSite> {
  const log = createLog(settings);
  let ctx: Context | null = null;
  const closers: (() => Promise<unknown>)[] = [];
  const app = createHttp(settings, log, slices.flatMap(({ routes }) => routes ?? []), () => ctx);
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch(explainListening(settings));
  const { port } = app.server.address() as AddressInfo;

  const starting = new AbortController();
  const ready = bringUp(settings, slices, { ...options, signal: starting.signal }, log, closers).then((context) => (ctx = context));
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
  return { app, url: `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${port}`, ready, stop: () => (stopping ??= stop()) };
}

async function bringUp(settings: Settings, slices: Slice[], options: StartOptions & { signal: AbortSignal }, log: Context['log'], closers: (() => Promise<unknown>)[]): Promise<Context> {
  // looked for while the database comes up
  const openingMedia = openMedia({ ffmpegPath: settings.FFMPEG_PATH, ffprobePath: settings.FFPROBE_PATH });
  openingMedia.catch(() => {});
  const server = options.database?.server ?? await openDatabaseServer({
    databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR, log: (message) => log.info(message), signal: options.signal,
  });
  if (!options.database) closers.push(() => server.stop());
  const connection = server.connection(options.database?.name);
  const direct = settings.DATABASE_DIRECT_URL ? { ...connection, connectionString: settings.DATABASE_DIRECT_URL } : connection;
  await migrate(direct);
  const { db } = openDatabase(connection);
  closers.push(() => db.destroy());
  const notices = openNotices(direct, log);
  closers.push(() => notices.close());

  const worker = settings.ROLES.includes('worker');
  const clock = options.clock ?? { now: Date.now };
  const limits = createLimits({ on: settings.RATE_LIMIT, now: clock.now });
  const cache = createCache({ now: clock.now, announce: (tag) => notices.send('cache', tag) });
  notices.on('cache', (tag) => cache.dropLocal(tag));
  notices.onGap(() => cache.clear());
  const mail = openMail(settings);
  closers.push(async () => mail.close());
  const storage = await openStorage(settings.STORAGE_URL ?? `file:${join(settings.DATA_DIR, 'media')}`);
  closers.push(() => storage.close());
  const media = await openingMedia;
  const jobs = await openJobs(direct, [sendMail, sweepOutbox, ...slices.flatMap((slice) => slice.jobs ?? [])], { worker, log });
  closers.push(() => jobs.close());

  const secret = await siteSecret(db, 'visitor');
  const ctx: Context = {
    settings, log, db, jobs, cache, notices, limits, clock, mail, storage, media,
    outbox: createOutbox(jobs, settings),
    previews: createPreviews(await siteSecret(db, 'preview'), clock),
    sessions: openSessions(db, notices, clock),
    visitors: createVisitors({ secret, secure: settings.PUBLIC_URL.startsWith('https:'), limits }),
    random: { bytes: randomBytes },
  };
  for (const slice of slices) await slice.onReady?.(ctx);
  if (worker) await jobs.work(ctx);
  return ctx;
}

const explainListening = ({ HOST, PORT }: Settings) => (error: NodeJS.ErrnoException): never => {
  if (error.code === 'EADDRINUSE') throw new SettingsError(`PORT ${PORT} is in use by another program on ${HOST}. Set PORT to a free one.`);
  if (error.code === 'EACCES') throw new SettingsError(`PORT ${PORT} is not open to this user. Set PORT to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') throw new SettingsError(`HOST ${HOST} is no address of this machine.`);
  throw error;
};

async function within(milliseconds: number, work: PromiseLike<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}
