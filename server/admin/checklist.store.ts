import { sql } from 'kysely';
import type { Db } from '#server/app/database/database.ts';

const DISMISSED = 'checklist-dismissed';

export async function isChecklistDismissed(db: Db): Promise<boolean> {
  const fact = await db
    .selectFrom('site_facts')
    .select('name')
    .where('name', '=', DISMISSED)
    .executeTakeFirst();
  return fact !== undefined;
}

export async function dismissChecklist(db: Db): Promise<void> {
  await sql`insert into site_facts (name, value) values (${DISMISSED}, 'true') on conflict (name) do nothing`.execute(
    db,
  );
}
