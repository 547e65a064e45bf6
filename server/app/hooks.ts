import type { Db, Trx } from './database/database.ts';
import type { CacheTag } from './http/caching/response-cache.ts';

/** A visitor (`v<id>`) who signed in, and whose they are now (`u<id>`). */
export interface Joining {
  visitor: string;
  person: string;
  userId: number;
}

/** Gives an account what its visitor did, in the transaction of the sign-in. Tells what it changed. */
export type JoinVisitor = (trx: Trx, joining: Joining) => Promise<CacheTag[]>;

/** Files that are everybody's only as long as something holds. */
export interface GuardedMedia {
  /** Whatever changes that drops this tag. */
  tag: CacheTag;
  /** Of a folder: `<root>/<name>`. */
  isPublic(db: Db, folder: string): Promise<boolean>;
}

/** A measure of the whole site, as /metrics tells it. */
export interface Gauge {
  name: string;
  help: string;
  value: number;
}
