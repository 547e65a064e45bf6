import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { openGeocoder } from '#server/adapters/geocoding/open.ts';
import { openMedia } from '#server/adapters/media/media.ts';
import { openPayments } from '#server/adapters/payments/open.ts';
import { openStorage } from '#server/adapters/storage/open.ts';
import { openMail } from '#server/adapters/mail/open.ts';
import { createCache } from './cache.ts';
import type { Context } from './context.ts';
import { hasStatementTimeout, openDatabase } from './database.ts';
import { openJobs } from './jobs.ts';
import { createLimits } from './limits.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { openNotices } from './notices.ts';
import { createPreviews } from './previews.ts';
import { openSessions } from './sessions.ts';
import { createOutbox, sendMail, sweepOutbox } from './outbox.ts';
import type { Settings } from './settings.ts';
import { createSharedLimits } from './shared-limits.ts';
import { siteSecret } from './site-secret.ts';
import type { Slice } from './slice.ts';
import { createVisitors } from './visitors.ts';

export interface ContextOptions {
  log: Log;
  closers: (() => Promise<unknown>)[];
  /** Ends the wait for a database that isn't there. */
  signal?: AbortSignal | undefined;
  /** A database on a server that runs already. */
  database?: { server: DatabaseServer; name: string } | undefined;
  clock?: Partial<Context['clock']> | undefined;
  /** Where this server listens, for the built-in payment provider's webhooks. */
  port?: (() => number) | undefined;
  /** See Context. */
  stopping?: AbortSignal | undefined;
}

/**
 * Opens everything a route or job stands on. What has to be closed again is put on `closers`, in the order of
 * opening, also when opening fails half-way.
 */
export async function openContext(
  settings: Settings,
  slices: Slice[],
  { log, closers, ...options }: ContextOptions,
): Promise<Context> {
  // looked for while the database comes up
  const openingMedia = openMedia({ ffmpegPath: settings.FFMPEG_PATH, ffprobePath: settings.FFPROBE_PATH });
  openingMedia.catch(() => {});
  const server =
    options.database?.server ??
    (await openDatabaseServer({
      databaseUrl: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      log: (message) => log.info(message),
      signal: options.signal,
    }));
  if (!options.database) closers.push(() => server.stop());
  const connection = server.connection(options.database?.name);
  const direct = settings.DATABASE_DIRECT_URL
    ? { ...connection, connectionString: settings.DATABASE_DIRECT_URL }
    : connection;
  await migrate(direct, { log: (message) => log.info(message), signal: options.signal });
  const pooled = settings.DATABASE_DIRECT_URL !== undefined;
  const { db } = openDatabase(connection, { pooled });
  closers.push(() => db.destroy());
  if (pooled && !(await hasStatementTimeout(db)))
    log.warn(
      "No statement ends by itself behind the pooler: run ALTER ROLE … SET statement_timeout = '30s' (docs/operations.md).",
    );
  const notices = openNotices(direct, db, log);
  closers.push(() => notices.close());

  const worker = settings.ROLES.includes('worker');
  const clock = { now: Date.now, sleep: (milliseconds: number) => sleep(milliseconds), ...options.clock };
  const limits = createLimits({ on: settings.RATE_LIMIT, now: clock.now });
  const cache = createCache({
    now: clock.now,
    announce: (tag) => notices.send('cache', tag),
    isLive: notices.isLive,
  });
  notices.on('cache', (tag) => cache.dropLocal(tag));
  notices.onGap(() => cache.clear());
  const mail = openMail(settings);
  closers.push(async () => mail.close());
  const storage = await openStorage(settings.STORAGE_URL ?? `file:${join(settings.DATA_DIR, 'media')}`);
  closers.push(() => storage.close());
  const media = await openingMedia;
  if (settings.production) for (const warning of media.warnings()) log.warn(warning);
  const jobs = await openJobs(
    direct,
    [sendMail, sweepOutbox, ...slices.flatMap((slice) => slice.jobs ?? [])],
    { worker, log },
  );
  closers.push(() => jobs.close());

  const secret = await siteSecret(db, 'visitor');
  return {
    settings,
    log,
    db,
    jobs,
    cache,
    notices,
    limits,
    sharedLimits: createSharedLimits(db, { on: settings.RATE_LIMIT, now: clock.now }),
    clock,
    mail,
    storage,
    media,
    payments: await openPayments(settings, options.port ?? (() => settings.PORT)),
    geocoder: openGeocoder(settings, (error) => log.warn('The geocoder did not answer.', { error })),
    outbox: createOutbox(jobs, settings),
    previews: createPreviews(await siteSecret(db, 'preview'), clock),
    sessions: openSessions(db, notices, clock),
    visitors: createVisitors({
      secret,
      secure: settings.PUBLIC_URL.startsWith('https:'),
      webOrigins: settings.WEB_ORIGIN,
      limits,
    }),
    visitorJoins: slices.flatMap(({ joinVisitor }) => joinVisitor ?? []),
    random: { bytes: randomBytes },
    stopping: options.stopping ?? new AbortController().signal,
  };
}
