import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { KINDS, type Kind } from './search.rules.ts';

/** The rank of the thing that has so many better ones; null: there are fewer. */
export async function rankAt(db: DbOrTrx, kind: Kind, place: number): Promise<number | null> {
  const { rows } = await sql<{ rank: number }>`
    select rank from search_docs where kind = ${KINDS[kind]} order by rank desc, id desc offset ${place} limit 1`.execute(
    db,
  );
  return rows[0]?.rank ?? null;
}

/** From which rank on a kind's things are among the best, and how many these are. */
export async function readShelf(db: DbOrTrx, kind: Kind): Promise<{ rank: number | null; size: number }> {
  const { rows } = await sql<{ rank: number | null; size: number }>`
    select (select rank from search_shelves where kind = ${KINDS[kind]}) as rank,
      (select count(*)::int from search_best where kind = ${KINDS[kind]}) as size`.execute(db);
  return rows[0] ?? { rank: null, size: 0 };
}

/** Copies up to `most` things of this rank or a higher one that are not among the best yet; how many they were. */
export async function addBest(db: DbOrTrx, kind: Kind, rank: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into search_best (kind, id, rank, tokens)
    select d.kind, d.id, d.rank, d.tokens from search_docs d
    where d.kind = ${KINDS[kind]} and d.rank >= ${rank}
      and not exists (select from search_best b where b.kind = d.kind and b.id = d.id)
    order by d.rank desc, d.id desc limit ${most}
    for key share of d
    on conflict (kind, id) do update set rank = excluded.rank, tokens = excluded.tokens`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Makes copies the same again that were made while their originals changed. */
export async function renewBest(trx: Trx, kind: Kind): Promise<void> {
  await sql`
    update search_best b set rank = d.rank, tokens = d.tokens from search_docs d
    where b.kind = ${KINDS[kind]} and d.kind = b.kind and d.id = b.id
      and (d.rank <> b.rank or d.tokens <> b.tokens)`.execute(trx);
}

export async function setShelf(trx: Trx, kind: Kind, rank: number | null): Promise<void> {
  if (rank === null) await sql`delete from search_shelves where kind = ${KINDS[kind]}`.execute(trx);
  else
    await sql`
      insert into search_shelves (kind, rank) values (${KINDS[kind]}, ${rank})
      on conflict (kind) do update set rank = excluded.rank`.execute(trx);
}

/** Takes what is below its kind's rank out of the best. */
export async function trimBest(db: DbOrTrx, kind: Kind): Promise<void> {
  await sql`
    delete from search_best b where b.kind = ${KINDS[kind]}
      and not exists (select from search_shelves s where s.kind = b.kind and b.rank >= s.rank)`.execute(db);
}
