import { sql, type Selectable } from 'kysely';
import type { SectionName } from '#contract/settings/settings.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { SettingsVersions } from '#server/app/database/database.types.ts';
import type { Values } from './sections.rules.ts';

/** One stored version of a section. */
export interface StoredSection {
  version: number;
  value: Values;
  /** Encrypted, by field. */
  secrets: Record<string, string>;
  author: string | null;
  createdAt: Date | null;
}

export const NOTHING_STORED: StoredSection = {
  version: 0,
  value: {},
  secrets: {},
  author: null,
  createdAt: null,
};

const toStored = (row: Selectable<SettingsVersions>): StoredSection => ({
  version: row.version,
  value: row.value,
  secrets: row.secrets,
  author: row.author_name,
  createdAt: row.created_at,
});

/** The current values, by section. */
export async function readSections(db: DbOrTrx): Promise<Map<string, StoredSection>> {
  const rows = await db
    .selectFrom('settings_versions')
    .selectAll()
    .distinctOn('section')
    .orderBy('section')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.section, toStored(row)]));
}

export async function readSection(db: DbOrTrx, section: SectionName): Promise<StoredSection> {
  const latest = await db
    .selectFrom('settings_versions')
    .selectAll()
    .where('section', '=', section)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ? toStored(latest) : NOTHING_STORED;
}

/** Adds the version after `after`; false where another one exists already. */
export async function addVersion(
  db: DbOrTrx,
  section: SectionName,
  after: number,
  {
    value,
    secrets,
    author,
  }: Pick<StoredSection, 'value' | 'secrets'> & { author: { id: number | null; username: string } },
): Promise<boolean> {
  const added = await sql`
    insert into settings_versions (section, version, value, secrets, author_id, author_name)
    select ${section}, ${after} + 1, ${JSON.stringify(value)}::jsonb, ${JSON.stringify(secrets)}::jsonb, ${author.id}, ${author.username}
    where ${after} = coalesce((select max(version) from settings_versions where section = ${section}), 0)
    on conflict (section, version) do nothing returning version`.execute(db);
  return added.rows.length > 0;
}

/** Deletes versions up to this one: the audit log describes their changes. */
export async function forgetVersions(db: DbOrTrx, section: SectionName, version: number): Promise<void> {
  await db
    .deleteFrom('settings_versions')
    .where('section', '=', section)
    .where('version', '<=', version)
    .execute();
}

/** The address of an account; null where it has none. */
export async function findEmail(db: DbOrTrx, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}
