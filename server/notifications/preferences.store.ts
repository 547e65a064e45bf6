import { verbatim } from '#contract/text/message.ts';
import { sql } from 'kysely';
import {
  ADMIN_KINDS,
  MAX_PUSH_SUBSCRIPTIONS,
  NOTIFICATION_KINDS,
  defaultChannels,
  type EmailFrequency,
  type NotificationKind,
} from '#contract/notifications/kinds.ts';
import type {
  KindPreferences,
  NotificationPreferencesAnswer,
} from '#contract/notifications/notifications.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { sqlBooleans } from '#server/app/database/read-rows.ts';

/** How each kind reaches this person. */
export async function readPreferences(
  db: DbOrTrx,
  userId: number,
  { isAdmin }: { isAdmin: boolean },
): Promise<NotificationPreferencesAnswer> {
  const [chosen, person, devices] = await Promise.all([
    db.selectFrom('notification_ways').where('user_id', '=', userId).selectAll().execute(),
    db
      .selectFrom('users')
      .leftJoin('notification_boxes as box', 'box.user_id', 'users.id')
      .where('users.id', '=', userId)
      .select([
        'users.email',
        'box.email_failed',
        'box.email_failed_at',
        'box.email_failure',
        'box.push_failed_at',
      ])
      .executeTakeFirst(),
    countDevices(db, userId),
  ]);
  const failed = person?.email_failed !== null && person?.email_failed === person?.email?.toLowerCase();
  return {
    ways: NOTIFICATION_KINDS.filter((kind) => isAdmin || !ADMIN_KINDS.includes(kind)).map((kind) => {
      const { site, email, push } = chosen.find((row) => row.kind === kind) ?? defaultChannels(kind);
      return { kind, site, email: email as EmailFrequency, push };
    }),
    email: person?.email ?? null,
    emailFailure:
      failed && person?.email_failed_at && person.email_failure
        ? { at: person.email_failed_at.toISOString(), reason: verbatim(person.email_failure) }
        : null,
    pushDevices: devices,
    pushFailedAt: person?.push_failed_at?.toISOString() ?? null,
  };
}

/** What is left out of each stays as it is. */
export async function savePreferences(
  trx: Trx,
  userId: number,
  changes: { kind: NotificationKind; site?: boolean; email?: KindPreferences['email']; push?: boolean }[],
): Promise<void> {
  for (const { kind, site, email, push } of changes) {
    const usual = defaultChannels(kind);
    await sql`
      insert into notification_ways as w (user_id, kind, site, email, push)
      values (${userId}, ${kind}, ${site ?? usual.site}, ${email ?? usual.email}, ${push ?? usual.push})
      on conflict (user_id, kind) do update set site = coalesce(${site ?? null}, w.site),
        email = coalesce(${email ?? null}, w.email), push = coalesce(${push ?? null}, w.push)`.execute(trx);
  }
}

/** Switches the emails of this kind off; DAILY: those that come once a day. */
export async function switchEmailOff(
  trx: Trx,
  userId: number,
  what: NotificationKind | 'DAILY',
): Promise<void> {
  if (what !== 'DAILY') return savePreferences(trx, userId, [{ kind: what, email: 'NONE' }]);
  await trx
    .updateTable('notification_ways')
    .set({ email: 'NONE' })
    .where('user_id', '=', userId)
    .where('email', '=', 'DAILY')
    .execute();
}

/** Whether no such email goes to this person any more; null: there is no such person. */
export async function isEmailOff(
  db: Db,
  userId: number,
  what: NotificationKind | 'DAILY',
): Promise<boolean | null> {
  const [off] = await sqlBooleans`
    select not exists (select from notification_ways w where w.user_id = u.id and
      case when ${what} = 'DAILY' then w.email = 'DAILY' else w.kind = ${what} and w.email <> 'NONE' end)
      and not (${what !== 'DAILY' && defaultChannels(what).email !== 'NONE'}::boolean
        and not exists (select from notification_ways w where w.user_id = u.id and w.kind = ${what})) as off
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(db);
  return off ?? null;
}

/** Notes that this address takes no email. */
export async function recordEmailFailure(
  db: Db,
  userId: number,
  address: string,
  reason: string,
): Promise<void> {
  await sql`
    insert into notification_boxes (user_id, email_failed, email_failed_at, email_failure)
    values (${userId}, ${address.toLowerCase()}, now(), ${reason})
    on conflict (user_id) do update set email_failed = excluded.email_failed, email_failed_at = excluded.email_failed_at,
      email_failure = excluded.email_failure`.execute(db);
}

export async function forgetEmailFailure(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('notification_boxes')
    .set({ email_failed: null, email_failed_at: null, email_failure: null })
    .where('user_id', '=', userId)
    .execute();
}

async function countDevices(db: DbOrTrx, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .where('p.user_id', '=', userId)
    .where('s.expires_at', '>', NOW)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whether this person's pushes go to this browser already, and to how many they do. */
export async function findBrowser(
  db: Db,
  userId: number,
  endpoint: string,
): Promise<{ isKnown: boolean; count: number }> {
  const known = await db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .select('id')
    .executeTakeFirst();
  return { isKnown: known !== undefined, count: await countDevices(db, userId) };
}

/**
 * A browser belongs to the user who registered it last. Returns how many this user has; null: limit reached.
 */
export async function addPushSubscription(
  trx: Trx,
  { userId, sessionId, ...browser }: Browser & { userId: number; sessionId: number },
): Promise<number | null> {
  // one after the other, so that they can be counted
  await sql`insert into notification_boxes as b (user_id) values (${userId})
    on conflict (user_id) do update set push_failed_at = null`.execute(trx);
  await trx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, session_id: sessionId, ...browser })
    .onConflict((on) =>
      on.column('endpoint').doUpdateSet({
        user_id: userId,
        session_id: sessionId,
        p256dh: browser.p256dh,
        auth: browser.auth,
      }),
    )
    .execute();
  const count = await countDevices(trx, userId);
  return count > MAX_PUSH_SUBSCRIPTIONS ? null : count;
}

export async function removePushSubscription(db: Db, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}
