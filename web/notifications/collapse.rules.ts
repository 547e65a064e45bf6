import type { Notification } from '#contract/notifications/notifications.ts';
import { KINDS } from './kinds.ts';

/** What one row of the list stands for. */
export type NotificationRun = readonly [Notification, ...Notification[]];

/** With fewer of them each title is worth reading. */
const MIN_RUN = 3;

/** Neighbours of one kind, all read or all unread, are one row if the kind has a title for several. */
export function collapse(list: readonly Notification[]): NotificationRun[] {
  const runs: [Notification, ...Notification[]][] = [];
  for (const item of list) {
    const run = runs.at(-1);
    if (run && KINDS[item.kind].many && isAlike(run[0], item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((item): NotificationRun => [item]) : [run]));
}

const isAlike = (a: Notification, b: Notification): boolean =>
  a.kind === b.kind && (a.readAt === null) === (b.readAt === null);
