import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { hashTable, listTables, SESSION, type Table } from './tables.ts';

export interface Copied {
  tables: number;
  rows: number;
}

type OnTable = (table: string, rows: number) => void;

/**
 * Copies all rows of one database into another with the same tables, in one transaction: existing rows are
 * replaced, and an interrupted copy leaves no trace. Before the commit every table is compared by hashes of
 * its rows. Only needs to own the tables. `last` are statements of the same transaction.
 */
export async function copyDatabase(
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  { last = [], onProgress: onTable = () => {} }: { last?: readonly string[]; onProgress?: OnTable } = {},
): Promise<Copied> {
  return withBoth(from, to, async (source, target) => {
    await target.query('begin');
    const tables = await matchTables(source, target);
    const names = tables.map(({ name }) => name).join(', ');
    const foreignKeys = await listForeignKeys(target);
    const triggered = await listTriggered(target);
    await target.query(`truncate ${names}`);
    for (const { table, name } of foreignKeys)
      await target.query(`alter table ${table} drop constraint ${name}`);
    for (const table of triggered) await target.query(`alter table ${table} disable trigger user`);
    for (const table of tables) onTable(table.name, await copyTable(source, target, table));
    await copySequences(source, target);
    for (const table of triggered) await target.query(`alter table ${table} enable trigger user`);
    // validated again as they are restored
    for (const { table, name, definition } of foreignKeys)
      await target.query(`alter table ${table} add constraint ${name} ${definition}`);
    const compared = await compareTables(source, target, tables);
    if (compared.different !== null)
      throw new Error(`The copied rows of ${compared.different} are not those of the site.`);
    for (const statement of last) await target.query(statement);
    await target.query('commit');
    return { tables: tables.length, rows: compared.rows };
  });
}

/** Whether both hold the same tables with the same rows, but for when the job queue last looked after itself. */
export async function isSameDatabase(from: pg.ClientConfig, to: pg.ClientConfig): Promise<boolean> {
  return withBoth(from, to, async (source, target) => {
    const tables = await matchTables(source, target).catch(() => null);
    if (tables === null) return false;
    const compared = tables.map((table) =>
      table.name === 'pgboss.version' ? { ...table, columns: ['version'] } : table,
    );
    return (await compareTables(source, target, compared)).different === null;
  });
}

/** The source as of one moment. */
async function withBoth<T>(
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  work: (source: pg.Client, target: pg.Client) => Promise<T>,
): Promise<T> {
  const [source, target] = [from, to].map((config) => new pg.Client({ ...config, keepAlive: true }));
  if (!source || !target) throw new Error('unreachable');
  try {
    for (const client of [source, target]) {
      client.on('error', () => {});
      await client.connect();
      await client.query(SESSION);
    }
    await source.query('begin isolation level repeatable read read only');
    return await work(source, target);
  } finally {
    for (const client of [source, target]) await client.end().catch(() => {});
  }
}

/** The source's tables; rejects where the target's differ. The job queue adds partitions over time. */
async function matchTables(source: pg.Client, target: pg.Client): Promise<Table[]> {
  const tables = await listTables(source);
  for (const { partition } of tables)
    if (partition)
      await target.query(
        `create table if not exists ${partition.name} partition of ${partition.parent} ${partition.bound}`,
      );
  const existing = new Map((await listTables(target)).map((table) => [table.name, table]));
  for (const { name, columns } of tables)
    if (existing.get(name)?.columns.toSorted().join() !== columns.toSorted().join())
      throw new Error(`The table ${name} is another one in the target: both need the same release.`);
  return tables;
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<number> {
  const list = columns.join(', ');
  const rows = source.query(copyTo(`copy (select ${list} from only ${name}) to stdout`));
  const copied = target.query(copyFrom(`copy ${name} (${list}) from stdin`));
  await pipeline(rows, copied);
  return copied.rowCount;
}

async function compareTables(
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
): Promise<{ different: string | null; rows: number }> {
  let rows = 0;
  for (const table of tables) {
    const [expected, found] = await Promise.all([hashTable(source, table), hashTable(target, table)]);
    if (expected.rows !== found.rows || expected.hash !== found.hash) return { different: table.name, rows };
    rows += found.rows;
  }
  return { different: null, rows };
}

/** Numbers go on where they were. */
async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname in ('public', 'pgboss')",
  );
  for (const { name } of rows) {
    const { rows: states } = await source.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    );
    for (const { last_value, is_called } of states)
      await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last_value, is_called]);
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where contype = 'f' and conparentid = 0 and nspname in ('public', 'pgboss') order by 1, 2`,
  );
  return rows;
}

async function listTriggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct format('%I.%I', nspname, relname) as table
     from pg_trigger join pg_class t on t.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and nspname in ('public', 'pgboss') order by 1`,
  );
  return rows.map(({ table }) => table);
}
