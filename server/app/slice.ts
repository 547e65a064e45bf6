import type { AnyJob, Context, LeaveAccount, ReadGauges, SuspendAccount } from './context.ts';
import type { GuardedMedia, JoinVisitor } from './hooks.ts';
import type { Routes } from './http/handle.ts';

/** What is needed to report that a video was published or hidden. */
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
  /** Runs once the context exists, before the server reports ready: initial content, first admin. Should be quick. */
  onReady?(ctx: Context): Promise<void>;
}
