import pg from 'pg';

/**
 * The number of rows and the sum of their hashes, per table and bucket. A row's bucket comes from its own
 * hash, and it counts only if it was written before the transaction `horizon`.
 */
export interface Digest {
  /** The lower 32 bits of a transaction's number. */
  horizon: number;
  tables: Record<string, Record<string, string>>;
}

const TABLES = `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and relpersistence = 'p' and nspname in ('public', 'pgboss') order by 1`;
/** The text of a row depends on them. */
const SESSION = `set statement_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'`;

/**
 * Rows written before a horizon can only be removed, so of three digests (before a copy, of the copy, after
 * it) each contains a subset of the one before: a bucket that is equal before and after must be equal in the
 * copy, however busy the site was.
 */
export async function digestTables(config: pg.ClientConfig, given?: number): Promise<Digest> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(SESSION);
    const horizon = given ?? (await readHorizon(client));
    const tables: Digest['tables'] = {};
    const { rows: names } = await client.query<{ name: string }>(TABLES);
    for (const { name } of names) {
      const { rows } = await client.query<{ bucket: number; digest: string }>(
        `select (hash & 63)::int as bucket, count(*) || ':' || sum(hash::numeric) as digest
         from (select hashtextextended(t::text, 0) as hash from only ${name} t where t.xmin::text::bigint < $1) hashed group by 1`,
        [horizon],
      );
      tables[name] = Object.fromEntries(rows.map(({ bucket, digest }) => [bucket, digest]));
    }
    return { horizon, tables };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readHorizon(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ xmin: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  );
  return Number(BigInt(rows[0]?.xmin ?? '0') & 0xffffffffn);
}

/** What didn't change between two looks. */
export function stablePart(before: Digest, after: Digest): Digest {
  const tables: Digest['tables'] = {};
  for (const [name, buckets] of Object.entries(before.tables)) {
    const later = after.tables[name] ?? {};
    tables[name] = Object.fromEntries(
      Object.entries(buckets).filter(([bucket, digest]) => later[bucket] === digest),
    );
  }
  return { horizon: before.horizon, tables };
}

/** The first table with a difference, or null; and the number of compared rows. */
export function compareDigests(expected: Digest, found: Digest): { different: string | null; rows: number } {
  let rows = 0;
  for (const [name, buckets] of Object.entries(expected.tables))
    for (const [bucket, digest] of Object.entries(buckets)) {
      if (found.tables[name]?.[bucket] !== digest) return { different: name, rows };
      rows += Number(digest.split(':')[0]);
    }
  return { different: null, rows };
}
