import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { isAdmin, type Role } from '#server/app/http/callers/roles.ts';
import { SITE_NAMES, toLatin } from './names.rules.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { sqlBooleans } from '#server/app/database/read-rows.ts';

/**
 * Whether a display name impersonates someone: it resembles a member's username, also one of the last 90
 * days, or a name of the site, which only admins may use. Checked wherever a name comes in: by a form, an
 * archive, the identity provider, or a guest (`who` null).
 */
export async function isForeignName(
  db: DbOrTrx,
  name: string,
  who: { id: number | null; role: Role } | null,
): Promise<boolean> {
  const [latin, id] = [toLatin(name), who?.id ?? null];
  const [found] = await sqlBooleans`
    select exists (
      select from users where name_skeleton(username) = name_skeleton(${latin}) and id is distinct from ${id}::bigint
    ) or exists (
      select from former_names where name_skeleton(name) = name_skeleton(${latin}) and user_id is distinct from ${id}::bigint
        and held_until > now()
    ) or (${!who || !isAdmin(who)} and exists (
      select from unnest(${SITE_NAMES}::text[]) as reserved where name_skeleton(reserved) = name_skeleton(${latin})
    )) as found`.execute(db);
  return found === true;
}

/** Whether a username is in use, or was in the last 90 days. */
export async function isUsernameTaken(db: DbOrTrx, username: string): Promise<boolean> {
  const [taken] = await sqlBooleans`
    select exists (select from users where lower(username) = lower(${username}))
      or exists (select from former_names where lower(name) = lower(${username}) and held_until > now()) as taken`.execute(
    db,
  );
  return taken === true;
}

/** The current username of a person who had this one less than 90 days ago; null: no one. */
export async function findNewName(db: DbOrTrx, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('former_names')
    .innerJoin('users', 'users.id', 'former_names.user_id')
    .where(sql`lower(name)`, '=', username.toLowerCase())
    .where('held_until', '>', NOW)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .select('users.username')
    .executeTakeFirst();
  return row?.username ?? null;
}

export async function dropFormerNames(db: DbOrTrx): Promise<void> {
  await db.deleteFrom('former_names').where('held_until', '<', NOW).execute();
}
