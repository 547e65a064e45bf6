import { sql } from 'kysely';
import { z } from 'zod';
import { StoredSentence } from '#contract/values.ts';
import type { Db } from '#server/app/database/database.ts';
import { isNewer, Release } from './feed.rules.ts';

const FACT = 'update-feed';

/** The result of the last check. `refused`: why the last feed was rejected, or could not be fetched. */
const ReleaseCheck = z.object({
  release: Release.nullable(),
  checkedAt: z.iso.datetime(),
  refused: StoredSentence.nullable(),
});
export type ReleaseCheck = z.infer<typeof ReleaseCheck>;

export async function readReleaseCheck(db: Db): Promise<ReleaseCheck | null> {
  const row = await db.selectFrom('site_facts').where('name', '=', FACT).select('value').executeTakeFirst();
  return ReleaseCheck.safeParse(row?.value).data ?? null;
}

/** The same, and whether it is newer than the running version. */
export async function findRelease(
  db: Db,
  running: string,
): Promise<(ReleaseCheck & { newer: boolean }) | null> {
  const check = await readReleaseCheck(db);
  return check && { ...check, newer: check.release !== null && isNewer(check.release.version, running) };
}

/** A release never replaces a later one, even under concurrent writes. */
export async function saveReleaseCheck(db: Db, check: ReleaseCheck): Promise<void> {
  await sql`
    insert into site_facts (name, value) values (${FACT}, ${JSON.stringify(check)}::jsonb)
    on conflict (name) do update set value = excluded.value
    where coalesce((site_facts.value #>> '{release,number}')::int, 0) <= coalesce((excluded.value #>> '{release,number}')::int, 0)`.execute(
    db,
  );
}
