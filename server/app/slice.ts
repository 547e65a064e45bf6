import type { AnyJob, Context, LeaveAccount, ReadGauges, SuspendAccount } from './context.ts';
import type { GuardedMedia, JoinVisitor } from './hooks.ts';
import type { Routes } from './http/handle.ts';

/** What it takes to tell that a video was shown or hidden. */
export type PublishesMedia = Pick<Context, 'jobs' | 'publicMedia' | 'cache'>;

/** What a slice brings; `server/slices.ts` lists them all. */
export interface Slice {
  routes?: Routes[];
  jobs?: AnyJob[];
  joinVisitor?: JoinVisitor;
  leaveAccount?: LeaveAccount;
  suspendAccount?: SuspendAccount;
  gauges?: ReadGauges;
  /** By the first part of their keys. */
  media?: Record<string, GuardedMedia>;
  /** Runs once the context is there, before the server calls itself ready: first content, first admin. Keep it quick. */
  onReady?(ctx: Context): Promise<void>;
}
