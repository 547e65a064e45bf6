import type { Db, Trx } from './database/database.ts';
import type { CacheTag } from './http/caching/response-cache.ts';

/** A visitor (`v<id>`) who signed in, and the account they are now (`u<id>`). */
export interface Joining {
  visitor: string;
  person: string;
  userId: number;
}

/** Transfers a visitor's actions to the account, in the sign-in's transaction. Returns the cache tags it changed. */
export type JoinVisitor = (trx: Trx, joining: Joining) => Promise<CacheTag[]>;

/** Files that are public only as long as a condition is met. */
export interface GuardedMedia {
  /** Whatever changes that drops this tag. */
  tag: CacheTag;
  /** Of a folder: `<root>/<name>`. */
  isPublic(db: Db, folder: string): Promise<boolean>;
}

/** A metric of the whole site, as /metrics reports it. */
export interface Gauge {
  name: string;
  help: string;
  value: number;
}
