import type { z } from 'zod';
import type { settings } from '#contract/settings/settings.ts';
import type { Context } from '#server/app/context.ts';
import { writersUntil } from '#server/app/start/owner-settings.ts';
import { changeSection, type Author } from './settings.actions.ts';

export type CommunityChange = z.output<typeof settings.changeCommunity.body>;

/**
 * As changeSection. The period in which only older members may post begins when it is set, and again when set
 * after it ended.
 */
export function changeCommunity(ctx: Context, author: Author, change: CommunityChange) {
  const { community } = ctx.settings.owner;
  const now = ctx.clock.now();
  const { writersMinDays = community.writersMinDays, writersForHours = community.writersForHours } = change;
  const isRequested = change.writersMinDays !== undefined || change.writersForHours !== undefined;
  const isOther =
    writersMinDays !== community.writersMinDays || writersForHours !== community.writersForHours;
  const begins = isRequested && (isOther || writersUntil(community, now) === null);
  const isOn = writersMinDays > 0 && writersForHours > 0;
  return changeSection(ctx, author, 'community', {
    ...change,
    ...(begins && { writersSince: isOn ? new Date(now).toISOString() : null }),
  });
}
