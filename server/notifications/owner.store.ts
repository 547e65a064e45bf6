import type { I18n } from '@lingui/core';
import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { Db } from '#server/app/database/database.ts';
import { listBefore } from './notifications.store.ts';
import { toNotification } from './texts.ts';

/** All of this user's notifications that they can see now, the latest first. */
export async function readNotifications(
  db: Db,
  userId: number,
  i18n: I18n,
  settings: Pick<Settings, 'SITE_TAGLINE' | 'owner'>,
): Promise<ExportDocument['notifications']> {
  const all: ExportDocument['notifications'] = [];
  for (let before: number | null = null; ;) {
    const rows = await listBefore(db, userId, before);
    const last = rows.at(-1);
    if (!last) return all;
    all.push(
      ...rows.map((row) => {
        const { kind, title, createdAt, readAt } = toNotification(row, i18n, settings);
        return { kind, title, createdAt, readAt };
      }),
    );
    before = last.event;
  }
}

export const readChosenPreferences = (db: Db, userId: number): Promise<ExportDocument['notificationWays']> =>
  db
    .selectFrom('notification_ways')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .select(['kind', 'site', 'email', 'push'])
    .execute();
