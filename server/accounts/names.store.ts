import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { SITE_NAMES, toLatin } from './names.rules.ts';

/** Whether a name can be taken for a member's username (`exceptId`: one's own doesn't count). */
export async function looksLikeMember(db: DbOrTrx, name: string, exceptId: number | null): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from users where name_skeleton(username) = name_skeleton(${toLatin(name)}) and id is distinct from ${exceptId}::bigint
    ) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Whether a name can be taken for one the site speaks under. */
export async function looksReserved(db: DbOrTrx, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from unnest(${SITE_NAMES}::text[]) as reserved where name_skeleton(reserved) = name_skeleton(${toLatin(name)})
    ) as found`.execute(db);
  return rows[0]?.found === true;
}
