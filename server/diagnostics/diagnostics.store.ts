import { z } from 'zod';
import type { Db } from '#server/app/database/database.ts';
import { sqlBooleans, sqlRows } from '#server/app/database/read-rows.ts';

const DatabaseFacts = z.object({
  version: z.string(),
  /** As in server_version_num: 180004. */
  versionNumber: z.number(),
  bytes: z.number(),
  connections: z.number(),
  maxConnections: z.number(),
  /** Its clock, in milliseconds since 1970. */
  now: z.number(),
});
export type DatabaseFacts = z.output<typeof DatabaseFacts>;

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const [facts] = await sqlRows(DatabaseFacts)`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  if (!facts) throw new Error('The database says nothing about itself.');
  return facts;
}

const SlowQuery = z.object({
  /** Milliseconds, on average. */
  mean: z.number(),
  calls: z.number(),
  text: z.string(),
});
export type SlowQuery = z.output<typeof SlowQuery>;

/** Statements that take longer than `milliseconds` on average; null where pg_stat_statements isn't installed. */
export async function listSlowQueries(db: Db, milliseconds: number): Promise<SlowQuery[] | null> {
  const [isInstalled] = await sqlBooleans`
    select exists (select from pg_extension where extname = 'pg_stat_statements') as installed`.execute(db);
  if (!isInstalled) return null;
  return await sqlRows(SlowQuery)`
    select mean_exec_time::float8 as mean, calls::float8 as calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as text
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) and calls >= 5 and mean_exec_time > ${milliseconds}
    order by total_exec_time desc limit 20`.execute(db);
}

const Bloat = z.object({
  live: z.number(),
  dead: z.number(),
  worst: z.string().nullable(),
  worstShare: z.number(),
});

/** Rows that are dead and not yet reused, by what the statistics estimate; the table with the most of them. */
export async function estimateBloat(db: Db): Promise<z.output<typeof Bloat>> {
  const [bloat] = await sqlRows(Bloat)`
    with tables as (
      select schemaname || '.' || relname as name, n_live_tup::float8 as live, n_dead_tup::float8 as dead from pg_stat_user_tables
    )
    select coalesce(sum(live), 0)::float8 as live, coalesce(sum(dead), 0)::float8 as dead,
      (select name from tables where dead > 10000 order by dead desc limit 1) as worst,
      coalesce((select dead / greatest(dead + live, 1) from tables where dead > 10000 order by dead desc limit 1), 0)::float8 as "worstShare"
    from tables`.execute(db);
  return bloat ?? { live: 0, dead: 0, worst: null, worstShare: 0 };
}

/** Bytes that were uploaded since then. */
export async function sumUploads(db: Db, since: Date): Promise<number> {
  const { bytes } = await db
    .selectFrom('videos')
    .where('submitted_at', '>', since)
    .select(({ cast, fn }) => cast<number | null>(fn.sum('original_size'), 'float8').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
