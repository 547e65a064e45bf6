import { sql } from 'kysely';
import type { Db } from '#server/app/database/database.ts';
import type { MirroredThing } from './mirror-things.rules.ts';
import type { MirroredWord } from './mirror-words.rules.ts';

/** What the database knows of a word that was typed: its number, and its stem by each dictionary. */
export type AskedWord = [
  word: string,
  hash: number,
  en: string | null,
  de: string | null,
  es: string | null,
  fr: string | null,
];

/** What changed since a moment, all of another moment. */
export interface News {
  /** That moment: which transactions it has seen. */
  seen: string;
  /** Of another server, or one that was started again, nothing can be told. */
  server: string;
  /** How many things, up to 99, changed that aren't in the index yet. */
  pending: number;
  /** More than is worth telling, or it is no longer known. */
  isTooMuch: boolean;
  asked: AskedWord[] | null;
  /** Things as they are now; without a rank: gone. */
  things: [kind: number, id: number, rank: number | null, tokens: number[] | null][] | null;
  words: [word: string, hash: number, docs: number[] | null, stems: string[]][] | null;
}

export async function readNews(db: Db, since: string, asked: string[]): Promise<News> {
  const { rows } = await sql<{ news: News }>`
    select search_news(${since}::pg_snapshot, ${asked}::text[]) as news`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no news');
  return row.news;
}

export async function readMoment(db: Db): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db);
  return rows[0]?.seen ?? '';
}

/** Whether the index has at most so many things and words. */
export async function isAtMost(db: Db, things: number, words: number): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select (select count(*) from (select from search_docs limit ${things + 1}) d) <= ${things}
      and (select count(*) from (select from search_words limit ${words + 1}) w) <= ${words} as fits`.execute(
    db,
  );
  return rows[0]?.fits ?? false;
}

/** The next things in the order of kind and id. */
export async function nextThings(
  db: Db,
  after: { kind: number; id: number },
  most: number,
): Promise<MirroredThing[]> {
  // as text: an array of numbers is parsed slowly by the driver
  const { rows } = await sql<{ kind: number; id: number; rank: number; tokens: string }>`
    select kind, id, rank, array_to_string(tokens, ',') as tokens from search_docs
    where (kind, id) > (${after.kind}, ${after.id}::bigint) order by kind, id limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, tokens: parseNumbers(row.tokens) }));
}

function parseNumbers(list: string): number[] {
  return list ? list.split(',').map(Number) : [];
}

/** The next known words. */
export async function nextMirroredWords(db: Db, after: string, most: number): Promise<MirroredWord[]> {
  const { rows } = await sql<{ words: MirroredWord[] | null }>`
    select json_agg(json_build_object('word', word, 'hash', search_hash(word), 'docs', docs, 'stems', search_stems(keys)) order by word) as words
    from (select word, docs, keys from search_words where word > ${after} order by word limit ${most}) next`.execute(
    db,
  );
  return rows[0]?.words ?? [];
}

/**
 * Forgets changes that are older than that, of transactions that every reader of this moment has seen; and those that came
 * with the rows of another server.
 */
export async function forgetChanges(db: Db, minutes: number): Promise<void> {
  await sql`
    with gone as (
      delete from search_changes where xid >= pg_snapshot_xmax(pg_current_snapshot())
        or (xid < pg_snapshot_xmin(pg_current_snapshot()) and changed_at < now() - make_interval(mins => ${minutes}))
      returning xid
    ), last as (
      select xid from gone where xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc limit 1
    )
    insert into search_forgotten (xid) select xid from last
    on conflict (only_row) do update set xid = greatest(excluded.xid,
      case when search_forgotten.xid < pg_snapshot_xmax(pg_current_snapshot()) then search_forgotten.xid end)`.execute(
    db,
  );
}
