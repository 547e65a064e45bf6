import type { DbOrTrx } from './database.ts';
import { sqlBooleans } from './read-rows.ts';

const EXTENSION = /extension "([a-z_]+)"/;

/** What an owner does about an extension that the server lacks or the user may not create; null: it is another error. */
export function describeMissingExtension(message: string): string | null {
  const [, name] = EXTENSION.exec(message) ?? [];
  return name === undefined
    ? null
    : `The database lacks the extension ${name}, and its user can't create it: install PostgreSQL's contrib modules, run CREATE EXTENSION ${name} as a superuser in this database, and start again.`;
}

/** Whether typo tolerance works in every script: with the ctype C PostgreSQL knows no letters but those of ASCII. */
export async function knowsAllLetters(db: DbOrTrx): Promise<boolean> {
  const [knows] = await sqlBooleans`
    select cardinality(show_trgm('привет')) > 0 and lower('É') = 'é' as knows`.execute(db);
  return knows === true;
}
