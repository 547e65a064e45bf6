import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';

const TOPIC = 'notifications';
/** Something may have changed for any user: sent by the database (migration 0122). */
const EVERYBODY = '*';
/** Numbers that fit into one message of the line between processes. */
const BATCH = 300;

/** `soon`: what is seen may have changed; in a moment, as it may be so for many. */
type Handle = (soon: boolean) => void;
const listeners = new WeakMap<Context, Map<number, Set<Handle>>>();

/** Wakes the open streams of these users, in every process. */
export function publishToStreams(ctx: Context, userIds: number[]): void {
  for (const id of userIds) {
    notify(ctx, String(id));
    ctx.pubsub.publish(TOPIC, String(id));
  }
}

/** The same at the moment when a transaction commits, for other processes; `publishToStreams` has to follow. */
export async function publishToStreamsIn(ctx: Context, trx: Trx, userIds: number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += BATCH)
    await ctx.pubsub.publishIn(trx, TOPIC, userIds.slice(at, at + BATCH).map(String));
}

/** Calls `changed` whenever there may be new events for this user, until the returned function is called. */
export function subscribeToNotifications(ctx: Context, userId: number, changed: Handle): () => void {
  let all = listeners.get(ctx);
  if (!all) {
    listeners.set(ctx, (all = new Map()));
    ctx.pubsub.subscribe(TOPIC, (key) => notify(ctx, key));
    // a stream ends with its session; a user who blocks or mutes someone sees different content
    ctx.sessions.onForget((id) => notify(ctx, String(id), true));
    ctx.pubsub.onGap(() => notify(ctx, EVERYBODY));
  }
  const watching = all.get(userId) ?? new Set();
  all.set(userId, watching.add(changed));
  return () => {
    watching.delete(changed);
    if (watching.size === 0) all.delete(userId);
  };
}

function notify(ctx: Context, key: string, soon = key === EVERYBODY): void {
  const all = listeners.get(ctx);
  if (!all) return;
  const streams = key === EVERYBODY ? all.values() : [all.get(Number(key)) ?? []];
  for (const watching of streams) for (const changed of watching) changed(soon);
}
