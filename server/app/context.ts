import type { Geocoder } from '#server/adapters/geocoding/geocoding.ts';
import type { Media } from '#server/adapters/media/media.ts';
import type { OpenPayments } from '#server/adapters/payments/open.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { AnswerCache } from './cache.ts';
import type { Db } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Notices } from './notices.ts';
import type { Outbox } from './outbox.ts';
import type { Previews } from './previews.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { JoinVisitor } from './slice.ts';
import type { Visitors } from './visitors.ts';

/** What every route and job stands on. Time and randomness come from here, so that tests can set them. */
export interface Context {
  settings: Settings;
  log: Log;
  db: Db;
  jobs: Jobs;
  cache: AnswerCache;
  notices: Notices;
  sessions: Sessions;
  visitors: Visitors;
  /** What every slice does when a visitor signs in. */
  visitorJoins: JoinVisitor[];
  limits: Limits;
  sharedLimits: SharedLimits;
  mail: Mail;
  /** Mails written inside transactions; everybody but the sending job uses this. */
  outbox: Outbox;
  storage: Storage;
  media: Media;
  geocoder: Geocoder;
  previews: Previews;
  payments: OpenPayments;
  clock: { now(): number; sleep(milliseconds: number): Promise<void> };
  /** Aborted when this server stops and its port is closed: what never ends by itself ends then. */
  stopping: AbortSignal;
  random: { bytes(size: number): Buffer };
}
