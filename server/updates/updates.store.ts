import { sql } from 'kysely';
import { z } from 'zod';
import { StoredSentence } from '#contract/values.ts';
import type { Db } from '#server/app/database/database.ts';
import { isNewer, Release } from './feed.rules.ts';

const FACT = 'update-feed';

/** What was heard of releases. `refused`: why the last feed was not believed, or could not be fetched. */
const Heard = z.object({
  release: Release.nullable(),
  checkedAt: z.iso.datetime(),
  refused: StoredSentence.nullable(),
});
export type Heard = z.infer<typeof Heard>;

export async function readHeard(db: Db): Promise<Heard | null> {
  const row = await db.selectFrom('site_facts').where('name', '=', FACT).select('value').executeTakeFirst();
  return Heard.safeParse(row?.value).data ?? null;
}

/** The same, and whether what it tells of comes after the version that runs. */
export async function readNews(db: Db, running: string): Promise<(Heard & { newer: boolean }) | null> {
  const heard = await readHeard(db);
  return heard && { ...heard, newer: heard.release !== null && isNewer(heard.release.version, running) };
}

/** A release never takes the place of a later one, whoever writes at the same time. */
export async function writeHeard(db: Db, heard: Heard): Promise<void> {
  await sql`
    insert into site_facts (name, value) values (${FACT}, ${JSON.stringify(heard)}::jsonb)
    on conflict (name) do update set value = excluded.value
    where coalesce((site_facts.value #>> '{release,number}')::int, 0) <= coalesce((excluded.value #>> '{release,number}')::int, 0)`.execute(
    db,
  );
}
