import type pg from 'pg';

/** A table with its own rows: a partition, not its parent. Names are quoted where necessary. */
export interface Table {
  name: string;
  /** Without generated ones. */
  columns: string[];
  partition: { name: string; parent: string; bound: string } | null;
}

/** The text of a row depends on these; and a copy takes as long as it takes. */
export const SESSION = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public`;

/** A marker table that exists until `copyDatabase` has completed (app/database/move-database.ts). */
export const UNFINISHED = 'unfinished_move';

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    parent: string | null;
    bound: string | null;
  }>(
    `select format('%I.%I', nspname, relname) as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       (select format('%I.%I', pn.nspname, p.relname) from pg_inherits join pg_class p on p.oid = inhparent
         join pg_namespace pn on pn.oid = p.relnamespace where inhrelid = c.oid and c.relispartition) as parent,
       pg_get_expr(relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'pgboss') and relname <> '${UNFINISHED}' order by 1`,
  );
  return rows.map(({ name, columns, parent, bound }) => ({
    name,
    columns,
    partition: parent !== null && bound !== null ? { name, parent, bound } : null,
  }));
}

/** How many rows there are, and the sum of their hashes: the same on every machine and version. */
export async function hashTable(
  client: pg.Client,
  { name, columns }: Table,
): Promise<{ rows: number; hash: string }> {
  const text = `row(${columns.map((column) => `t.${column}`).join(', ')})::text`;
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `select count(*)::text as rows, coalesce(sum(hash), 0)::text as hash
     from (select ('x' || left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 16))::bit(64)::bigint::numeric as hash
       from only ${name} t) hashed`,
  );
  return { rows: Number(rows[0]?.rows), hash: String(rows[0]?.hash) };
}
