import type { Context } from './context.ts';
import type { Routes } from './handle.ts';
import type { AnyJob } from './jobs.ts';

/** What a slice brings; `server/slices.ts` lists them all. */
export interface Slice {
  routes?: Routes;
  jobs?: AnyJob[];
  /** Runs once the context is there, before the server calls itself ready: first content, first admin. Keep it quick. */
  onReady?(ctx: Context): Promise<void>;
}
