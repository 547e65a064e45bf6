import type { Context } from '#server/app/context.ts';

type Hear = () => void;
const listeners = new WeakMap<Context, Map<number, Set<Hear>>>();

/** Notifies this and every other process that this submission changed. */
export function publishSubmission(ctx: Context, videoId: number): void {
  notifyWatchers(ctx, videoId);
  ctx.pubsub.publish('submission', String(videoId));
}

/** Calls `changed` after each change of a submission until the given function is called. */
export function watch(ctx: Context, videoId: number, changed: Hear): () => void {
  let all = listeners.get(ctx);
  if (!all) {
    listeners.set(ctx, (all = new Map()));
    ctx.pubsub.subscribe('submission', (key) => notifyWatchers(ctx, Number(key)));
  }
  const watching = all.get(videoId) ?? new Set();
  all.set(videoId, watching.add(changed));
  return () => {
    watching.delete(changed);
    if (watching.size === 0) all.delete(videoId);
  };
}

function notifyWatchers(ctx: Context, videoId: number): void {
  for (const changed of listeners.get(ctx)?.get(videoId) ?? []) changed();
}
