import type { Geocoder } from '#server/adapters/geocoding/geocoding.ts';
import type { Media } from '#server/adapters/media/media.ts';
import type { OpenPayments } from '#server/adapters/payments/open.ts';
import type { PublicStorage, Storage } from '#server/adapters/storage/storage.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { ResponseCache } from './http/response-cache.ts';
import type { Db } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Log } from './observe/log.ts';
import type { Proofs } from './http/proofs.ts';
import type { PubSub } from './database/pubsub.ts';
import type { Outbox } from './mail/outbox.ts';
import type { SignedUrls } from './http/signed-urls.ts';
import type { Sessions } from './http/sessions.ts';
import type { Settings } from './start/settings.ts';
import type { SharedRateLimits } from './http/shared-rate-limits.ts';
import type { GuardedMedia, JoinVisitor, LeaveAccount } from './slice.ts';
import type { Visitors } from './http/visitors.ts';

/** What every route and job stands on. Time and randomness come from here, so that tests can set them. */
export interface Context {
  settings: Settings;
  log: Log;
  db: Db;
  jobs: Jobs;
  cache: ResponseCache;
  pubsub: PubSub;
  sessions: Sessions;
  visitors: Visitors;
  /** What every slice does when a visitor signs in. */
  visitorJoins: JoinVisitor[];
  /** What every slice does when an account is deleted. */
  accountDeletions: LeaveAccount[];
  /** Files whose slices know who may have them, by the first part of their keys. */
  guardedMedia: Record<string, GuardedMedia>;
  rateLimits: RateLimits;
  sharedRateLimits: SharedRateLimits;
  proofs: Proofs;
  mail: Mail;
  /** Mails written inside transactions; everybody but the sending job uses this. */
  outbox: Outbox;
  storage: Storage;
  /** Where browsers read what is public (MEDIA_URL); null: from this server alone. */
  publicMedia: { storage: PublicStorage; url: string } | null;
  media: Media;
  geocoder: Geocoder;
  signedUrls: SignedUrls;
  payments: OpenPayments;
  clock: { now(): number; sleep(milliseconds: number): Promise<void> };
  /** Aborted when this server stops and its port is closed: what never ends by itself ends then. */
  stopping: AbortSignal;
  random: { bytes(size: number): Buffer };
}
