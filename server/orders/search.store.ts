import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { OrderStatus } from '#contract/orders/orders.ts';
import type { Db } from '#server/app/database/database.ts';
import { sqlColumn, sqlNumbers } from '#server/app/database/read-rows.ts';

/** How many of the newest orders are scanned before the text index is used. */
const RECENT = 5000;

const beginning = (words: string[]) =>
  sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`;

/**
 * The newest orders that match, at most `limit`. Each term is a prefix of the order's number, payment, name,
 * mail, city or tracking number. PostgreSQL can't estimate how common a prefix is, so it isn't left to the
 * planner: common ones are found among the newest orders, and the rest are rare enough for the index.
 */
export async function searchOrders(
  db: Db,
  {
    q,
    status,
    before,
    limit,
  }: { q: string; status: OrderStatus | undefined; before: number | null; limit: number },
): Promise<number[]> {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!words.length) return [];
  const among = sql`${status ? sql`status = ${status}` : sql`true`} and ${before === null ? sql`true` : sql`id < ${before}`}`;
  const recent = sql`recent as materialized (select id, search from orders where ${among} order by id desc limit ${RECENT})`;
  const run = async (found: RawBuilder<unknown>) => {
    return await sqlNumbers`${found} order by id desc limit ${limit}`.execute(db);
  };
  const ids = await run(sql`with ${recent} select id from recent where search @@ ${beginning(words)}`);
  if (ids.length >= limit) return ids;
  const rarest = words.length > 1 ? await findRarest(db, words, recent) : words;
  return await run(sql`
    with found as materialized (select id, search from orders where search @@ ${beginning(rarest)} and ${among})
    select id from found where search @@ ${beginning(words)}`);
}

/** The rarest term among the newest orders: the index looks it up, the other terms filter the result. */
async function findRarest(db: Db, words: string[], recent: RawBuilder<unknown>): Promise<string[]> {
  const counts = words.map((word) => sql`count(*) filter (where search @@ ${beginning([word])})::int`);
  const [found = []] = await sqlColumn(z.array(z.number()))`
    with ${recent} select array[${sql.join(counts)}] as counts from recent`.execute(db);
  const least = Math.min(...found);
  return words.filter((_, index) => found[index] === least).slice(0, 1);
}

/** The terms of the newest orders. */
export async function listOrderTexts(
  db: Db,
  status: OrderStatus | undefined,
): Promise<{ id: number; text: string }[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, array_to_string(tsvector_to_array(search), ' ') as text from orders
    where ${status ? sql`status = ${status}` : sql`true`} order by id desc limit ${RECENT}`.execute(db);
  return rows;
}
