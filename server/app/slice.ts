import type { Context } from './context.ts';
import type { Db, Trx } from './database/database.ts';
import type { Routes } from './http/handle.ts';
import type { CacheTag } from './http/response-cache.ts';
import type { AnyJob } from './jobs/jobs.ts';

/** A visitor (`v<id>`) who signed in, and whose they are now (`u<id>`). */
export interface Joining {
  visitor: string;
  person: string;
  userId: number;
}

/** Gives an account what its visitor did, in the transaction of the sign-in. Tells what it changed. */
export type JoinVisitor = (trx: Trx, joining: Joining) => Promise<CacheTag[]>;

/** Lets go of what a slice keeps of a person, in the transaction that deletes their account. */
export type LeaveAccount = (ctx: Context, trx: Trx, userId: number) => Promise<void>;

/** What it takes to tell that a video was shown or hidden. */
export type PublishesMedia = Pick<Context, 'jobs' | 'publicMedia' | 'cache'>;

/** Files that are everybody's only as long as something holds. */
export interface GuardedMedia {
  /** Whatever changes that drops this tag. */
  tag: CacheTag;
  /** Of a folder: `<root>/<name>`. */
  isPublic(db: Db, folder: string): Promise<boolean>;
}

/** What a slice brings; `server/slices.ts` lists them all. */
export interface Slice {
  routes?: Routes[];
  jobs?: AnyJob[];
  joinVisitor?: JoinVisitor;
  leaveAccount?: LeaveAccount;
  /** By the first part of their keys. */
  media?: Record<string, GuardedMedia>;
  /** Runs once the context is there, before the server calls itself ready: first content, first admin. Keep it quick. */
  onReady?(ctx: Context): Promise<void>;
}
