import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Geocoder } from '#server/adapters/geocoding/geocoding.ts';
import type { Media } from '#server/adapters/media/media.ts';
import type { Outbound } from '#server/adapters/outbound.ts';
import type { OpenPayments } from '#server/adapters/payments/open.ts';
import type { Speech } from '#server/adapters/speech/speech.ts';
import type { PublicStorage, Storage } from '#server/adapters/storage/storage.ts';
import type { Mail, MailMessage } from '#server/adapters/mail/mail.ts';
import type { Push } from '#server/adapters/push/push.ts';
import type { ResponseCache } from './http/caching/response-cache.ts';
import type { Db, Trx } from './database/database.ts';
import type { RateLimits } from './http/callers/rate-limits.ts';
import type { Disk } from './observe/disk.ts';
import type { Log } from './observe/log.ts';
import type { Proofs } from './http/callers/proof-of-work.ts';
import type { PubSub } from './database/pubsub.ts';
import type { EmailTemplate } from './mail/email-template.ts';
import type { SignedUrls } from './http/files/signed-urls.ts';
import type { Sessions } from './http/callers/sessions.ts';
import type { StreamSlots } from './http/stream-slots.ts';
import type { Settings } from './start/settings.ts';
import type { Gauge, GuardedMedia, JoinVisitor } from './hooks.ts';
import type { PendingAuthors } from './http/caching/pending-authors.ts';
import type { RecentWriters } from './http/caching/recent-writers.ts';
import type { Visitors } from './http/callers/visitors.ts';

/** The context of every route and job. Time and randomness come from here, so that tests can set them. */
export interface Context {
  settings: Settings;
  log: Log;
  db: Db;
  jobs: Jobs;
  cache: ResponseCache;
  pubsub: PubSub;
  sessions: Sessions;
  visitors: Visitors;
  recentWriters: RecentWriters;
  pendingAuthors: PendingAuthors;
  /** What every slice does when a visitor signs in. */
  visitorJoins: JoinVisitor[];
  /** What every slice does when an account is deleted. */
  accountDeletions: LeaveAccount[];
  /** What every slice does when a member is suspended or reinstated. */
  accountSuspensions: SuspendAccount[];
  /** What slices measure for /metrics. */
  gauges: ReadGauges[];
  /** Files whose slices decide who may read them, by the first segment of their keys. */
  guardedMedia: Record<string, GuardedMedia>;
  rateLimits: RateLimits;
  streamSlots: StreamSlots;
  proofs: Proofs;
  mail: Mail;
  /** Emails written inside transactions; used by everything except the sending job. */
  outbox: Outbox;
  push: Push;
  storage: Storage;
  /** The disk of DATA_DIR; null: it is unavailable. */
  disk: () => Disk | null;
  /** Requests to user-supplied addresses. */
  outbound: Outbound;
  /** Where browsers read what is public (MEDIA_URL); null: from this server alone. */
  publicMedia: { storage: PublicStorage; url: string } | null;
  media: Media;
  /** Null: the owner gave the site no model. */
  speech: Speech | null;
  geocoder: Geocoder;
  signedUrls: SignedUrls;
  payments: OpenPayments;
  clock: { now(): number; sleep(milliseconds: number): Promise<void> };
  /** Aborted when this server stops and its port is closed: ends what would never end on its own. */
  stopping: AbortSignal;
  random: { bytes(size: number): Buffer };
}

/** Deletes a slice's data about a person, in the transaction that deletes their account. */
export type LeaveAccount = (ctx: Context, trx: Trx, userId: number) => Promise<void>;

/** Hides or restores a member's content on suspension or reinstatement, in the same transaction. */
export type SuspendAccount = (ctx: Context, trx: Trx, userId: number, suspended: boolean) => Promise<void>;

/** What a slice measures of the whole site. */
export type ReadGauges = (ctx: Context) => Promise<Gauge[]>;

/** A queued job. Its data is parsed with `schema` also when it runs. */
export interface Job<T extends object> {
  name: string;
  schema: z.ZodType<T>;
  /** Retries after the first attempt; 5 by default, with delays growing from `retryDelay` (2) seconds. */
  retryLimit?: number;
  retryDelay?: number;
  /** Time limit of a run in seconds; 900 by default. Then `signal` is aborted. */
  seconds?: number;
  /** Concurrent runs per worker process; 2 by default, 1 for scheduled jobs. */
  concurrency?: number;
  /** While a job of the same `singletonKey` waits, another is not added. */
  unique?: boolean;
  /** Runs on this schedule (cron, UTC), with empty data. */
  cron?: string;
  run(ctx: Context, data: T, run: { id: string; signal: AbortSignal }): Promise<void>;
  /** Called when it has failed for good: its retries are used up, or its process died of it. */
  onFailed?(ctx: Context, data: T): Promise<void>;
}

export type AnyJob = Omit<Job<object>, 'schema' | 'run' | 'onFailed'> & {
  schema: z.ZodType;
  run(ctx: Context, data: never, run: { id: string; signal: AbortSignal }): Promise<void>;
  onFailed?(ctx: Context, data: never): Promise<void>;
};

export interface Jobs {
  /**
   * Puts a job on the queue: inside `trx` it exists only if the transaction commits. `singletonKey`: see
   * `unique`. `priority`: higher first. `after`: seconds to wait, or a time.
   */
  send<T extends object>(
    job: Job<T>,
    data: T,
    options?: {
      trx?: Trx;
      singletonKey?: string;
      priority?: number;
      after?: number | Date;
    },
  ): Promise<string | null>;
  /** The same job for many, in one statement. */
  sendAll<T extends object>(job: Job<T>, each: T[], options: { trx: Trx }): Promise<void>;
  /** pg-boss itself, for the dashboard's Jobs tab. */
  boss: PgBoss;
  work(ctx: Context): Promise<void>;
  /** Takes no more jobs; running ones get 2 s to end. Jobs can still be sent. */
  endWork(): Promise<void>;
  /** Running jobs get `milliseconds` to end (unless `endWork` was called), then go back to the queue. */
  close(milliseconds?: number): Promise<void>;
}

export interface Outbox {
  /**
   * Writes an email in the transaction of the fact that causes it; it is sent once that commits, and waits while SMTP
   * is down.
   */
  enqueue(trx: Trx, mail: MailMessage): Promise<void>;
  /**
   * As `enqueue`, for an email in the site's design, in the language of the recipient's account; `language`: for
   * recipients without an account.
   */
  sendTemplate(trx: Trx, to: string, email: EmailTemplate, language?: string | null): Promise<void>;
}
