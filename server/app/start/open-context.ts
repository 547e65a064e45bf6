import { inEnglish } from '#contract/text/message.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { openGeocoder } from '#server/adapters/geocoding/open.ts';
import { openMedia } from '#server/adapters/media/media.ts';
import { openOutbound, type OutboundOptions } from '#server/adapters/outbound.ts';
import { openPayments } from '#server/adapters/payments/open.ts';
import { openSpeech } from '#server/adapters/speech/speech.ts';
import { openPublicStorage, openStorage } from '#server/adapters/storage/open.ts';
import { openMail } from '#server/adapters/mail/open.ts';
import { openPush } from '#server/adapters/push/web-push.ts';
import { createResponseCache } from '../http/caching/response-cache.ts';
import type { AnyJob, Context } from '../context.ts';
import { hasStatementTimeout, openDatabase, type Db } from '../database/database.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openProofs } from '../http/callers/proof-of-work.ts';
import { createRateLimits, type RateLimits } from '../http/callers/rate-limits.ts';
import { readDisk } from '../observe/disk.ts';
import type { Log } from '../observe/log.ts';
import { hasMigrations, migrate } from '../database/migrate.ts';
import { knowsAllLetters } from '../database/search-support.ts';
import { isUnfinished } from '../database/move-database.ts';
import { rejectMovedDatabase } from '../database/moved-database.ts';
import { openPubSub } from '../database/pubsub.ts';
import { createSignedUrls } from '../http/files/signed-urls.ts';
import { openSessions } from '../http/callers/sessions.ts';
import { openStreamSlots } from '../http/stream-slots.ts';
import { createOutbox, sendMail, sweepOutbox } from '../mail/outbox.ts';
import type { Settings } from './settings.ts';
import { siteSecret } from '../database/site-secret.ts';
import type { Slice } from '../slice.ts';
import { openPendingAuthors } from '../http/caching/pending-authors.ts';
import { openRecentWriters } from '../http/caching/recent-writers.ts';
import { createVisitors, type Visitors } from '../http/callers/visitors.ts';

export interface ContextOptions {
  log: Log;
  disposers: (() => Promise<unknown>)[];
  /** Ends the wait for a database that isn't there. */
  signal?: AbortSignal | undefined;
  /** Whether to create a site in an empty external database; by default yes. */
  mayBeEmpty?: boolean | undefined;
  /** A database on a server that runs already. */
  database?: { server: DatabaseServer; name: string } | undefined;
  clock?: Partial<Context['clock']> | undefined;
  outbound?: OutboundOptions | undefined;
  /** See createResponseCache(). */
  refreshMs?: number | undefined;
  /** Where this server listens, for the built-in payment provider's webhooks. */
  port?: (() => number) | undefined;
  /** See Context. */
  stopping?: AbortSignal | undefined;
}

/**
 * Opens the dependencies of routes and jobs. Adds what must be closed to `disposers`, in the order of opening, also
 * when opening fails half-way.
 */
export async function openContext(
  settings: Settings,
  slices: Slice[],
  options: ContextOptions,
): Promise<Context> {
  const { log, disposers } = options;
  // looked for while the database comes up
  const openingMedia = openMedia({ ffmpegPath: settings.FFMPEG_PATH });
  openingMedia.catch(() => {});
  const { db, pubsub, direct } = await connect(settings, options);
  const clock = { now: Date.now, sleep: (milliseconds: number) => sleep(milliseconds), ...options.clock };
  const rateLimits = createRateLimits(db, { on: settings.RATE_LIMIT, now: clock.now });
  const streamSlots = openStreamSlots(db);
  disposers.push(() => streamSlots.close());
  const mail = openMail(settings);
  disposers.push(async () => mail.close());
  // what takes pushes in tests
  const plainHosts = settings.NODE_ENV === 'test' ? ['127.0.0.1'] : [];
  const outbound = openOutbound({ plainHosts, ...options.outbound });
  const stores = await openStores(settings, disposers);
  const media = await openingMedia;
  if (settings.production) for (const warning of media.warnings()) log.warn(inEnglish(warning));
  const visitors = await openVisitors(db, settings, rateLimits, clock);
  const worker = settings.ROLES.includes('worker');
  const jobs = await openJobs(direct, declaredJobs(slices), { worker, log });
  disposers.push(() => jobs.close());
  return {
    settings,
    log,
    db,
    jobs,
    pubsub,
    rateLimits,
    streamSlots,
    proofs: await openProofs(db, { limits: rateLimits, now: clock.now }),
    clock,
    mail,
    outbound,
    push: openPush(await siteSecret(db, 'push'), { contact: settings.PUBLIC_URL, outbound }),
    ...stores,
    disk: () => readDisk(settings.DATA_DIR),
    media,
    speech: openSpeechOf(settings),
    payments: await openPayments(settings, {
      port: options.port ?? (() => settings.PORT),
      testSecret: async () => (await siteSecret(db, 'test-payments')).toString('hex'),
    }),
    geocoder: openGeocoder(settings, (error) => log.warn('The geocoder did not answer.', { error })),
    outbox: createOutbox(jobs, settings),
    signedUrls: createSignedUrls(await siteSecret(db, 'preview'), clock, db),
    sessions: openSessions(db, pubsub, clock),
    visitors,
    ...openCaching({ db, pubsub, visitors, clock }, options.refreshMs),
    ...hooksOf(slices),
    random: { bytes: randomBytes },
    stopping: options.stopping ?? new AbortController().signal,
  };
}

/** What slices do for others, and have others do. */
const hooksOf = (slices: Slice[]) => ({
  visitorJoins: slices.flatMap(({ joinVisitor }) => joinVisitor ?? []),
  accountDeletions: slices.flatMap(({ leaveAccount }) => leaveAccount ?? []),
  accountSuspensions: slices.flatMap(({ suspendAccount }) => suspendAccount ?? []),
  gauges: slices.flatMap(({ gauges }) => gauges ?? []),
  guardedMedia: Object.assign({}, ...slices.map(({ media: guarded }) => guarded)),
});

const openVisitors = async (
  db: Db,
  settings: Settings,
  limits: RateLimits,
  { now }: Context['clock'],
): Promise<Visitors> =>
  createVisitors({
    secret: await siteSecret(db, 'visitor'),
    secure: () => settings.PUBLIC_URL.startsWith('https:'),
    webOrigins: settings.WEB_ORIGIN,
    limits,
    now,
  });

export const declaredJobs = (slices: Slice[]): AnyJob[] => [
  sendMail,
  sweepOutbox,
  ...slices.flatMap((slice) => slice.jobs ?? []),
];

/** The database, migrated, and the messages between the processes on it. `direct` goes past a pooler. */
async function connect(
  settings: Settings,
  { log, disposers, database, signal, mayBeEmpty = true }: ContextOptions,
) {
  const logInfo = (message: string) => log.info(message);
  const server =
    database?.server ??
    (await openDatabaseServer({
      databaseUrl: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      log: logInfo,
      signal,
    }));
  if (!database) disposers.push(() => server.stop());
  if (!database) await rejectMovedDatabase(settings);
  const connection = server.connection(database?.name);
  const pooled = settings.DATABASE_DIRECT_URL !== undefined;
  const direct = pooled ? { ...connection, connectionString: settings.DATABASE_DIRECT_URL } : connection;
  if (!database && settings.DATABASE_URL && (await isUnfinished(direct)))
    throw new Error('DATABASE_URL: move-database has not filled this database to its end. Run it once more.');
  if (!mayBeEmpty && !(await hasMigrations(direct)))
    throw new Error('There is no site in this database: nothing was ever migrated in it.');
  await migrate(direct, { log: logInfo, signal });
  const { db } = openDatabase(connection, { pooled, prepare: settings.DATABASE_PREPARE });
  disposers.push(() => db.destroy());
  if (pooled && !(await hasStatementTimeout(db)))
    log.warn(
      "No statement ends by itself behind the pooler: run ALTER ROLE … SET statement_timeout = '30s' (docs/operations.md).",
    );
  if (!(await knowsAllLetters(db)))
    log.warn(
      'This database has the ctype C: search and sorting know no letters but those of English (docs/operations.md).',
    );
  const pubsub = openPubSub(direct, db, log);
  disposers.push(() => pubsub.close());
  return { db, pubsub, direct };
}

export const openSpeechOf = ({ TRANSCRIBE_MODEL: model, FFMPEG_PATH: ffmpegPath }: Settings) =>
  model === undefined ? null : openSpeech({ model, ffmpegPath });

/** Where files are, and where browsers read copies of what is public. */
async function openStores(settings: Settings, disposers: ContextOptions['disposers']) {
  const { STORAGE_URL, MEDIA_URL, MEDIA_STORAGE_URL, DATA_DIR } = settings;
  const storage = await openStorage(STORAGE_URL ?? `file:${join(DATA_DIR, 'media')}`);
  disposers.push(() => storage.close());
  if (!MEDIA_URL || !MEDIA_STORAGE_URL) return { storage, publicMedia: null };
  const copies = await openPublicStorage(MEDIA_STORAGE_URL);
  disposers.push(() => copies.close());
  return { storage, publicMedia: { storage: copies, url: MEDIA_URL } };
}

/**
 * The response cache, invalidated by other processes' changes, and cleared when those may have been missed; and who
 * bypasses it.
 */
function openCaching(
  { db, pubsub, visitors, clock }: Pick<Context, 'db' | 'pubsub' | 'visitors' | 'clock'>,
  refreshMs: number | undefined,
) {
  const cache = createResponseCache({
    now: clock.now,
    ...(refreshMs !== undefined && { refreshMs }),
    publish: (topic, tag) => pubsub.publish(topic, tag),
    publishIn: (trx, topic, tags) => pubsub.publishIn(trx, topic, tags),
    isLive: pubsub.isLive,
  });
  pubsub.subscribe('cache', (tag) => cache.dropLocal(tag));
  pubsub.subscribe('cache-refresh', (tag) => cache.refreshLocal(tag));
  pubsub.onGap(() => cache.clear());
  return {
    cache,
    recentWriters: openRecentWriters(visitors, pubsub, clock.now),
    pendingAuthors: openPendingAuthors(db, cache),
  };
}
