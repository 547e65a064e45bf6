import { sql } from 'kysely';
import type { Trx } from './database.ts';
import { sqlTexts } from './read-rows.ts';

/** A table of names, and the one whose column `category` refers to it. */
interface CategoryTables {
  names: 'video_categories' | 'product_categories';
  table: 'videos' | 'products';
}

/**
 * Replaces the categories by `names` and moves the items of removed ones. Returns those that can't be removed: they
 * have items, and no move is given for them.
 */
export async function replaceCategories(
  trx: Trx,
  tables: CategoryTables,
  names: string[],
  moves: Map<string, string>,
): Promise<string[]> {
  const [list, table] = [sql.table(tables.names), sql.table(tables.table)];
  await sql`insert into ${list} (name) select unnest(${names}::text[]) on conflict do nothing`.execute(trx);
  // a concurrent insert into one of them waits for the deletion, and then fails
  const going = await sqlTexts`
    select name from ${list} where name <> all(${names}::text[]) order by name for update`.execute(trx);
  const left: string[] = [];
  for (const name of going) {
    const to = moves.get(name);
    if (to !== undefined)
      await sql`update ${table} set category = ${to} where category = ${name}`.execute(trx);
    const deleted = await sql`
      delete from ${list} where name = ${name} and not exists (select from ${table} where category = ${name})
      returning name`.execute(trx);
    if (deleted.rows.length === 0) left.push(name);
  }
  return left;
}
