import pg from 'pg';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { openDatabase } from '#server/app/database/database.ts';
import { reindex } from '#server/search/reindex.actions.ts';
import type { Result } from './result.ts';
import { benchCaptionedPage } from './captions-page.ts';
import { budget, misspell, p95 } from './search.bench.ts';
import { seedSearch, wordsOf } from './search-seed.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite } from './site.ts';

/** Of videos of some minutes each. */
const VIDEOS = IS_SHORT ? 50 : 5000;
const CUES = 200;
const WORDS = 8;
const CUE_MS = 3000;
const BATCH = 250;
const QUERIES = 60;
/** The 95th percentile of a search, in milliseconds. */
const BAR = 60;
const SEARCH = '/api/search?q=';

/** Every video has different captions. */
async function speak(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    const { rows } = await client.query<{ id: string }>(
      `select id from videos where is_public order by id desc limit ${VIDEOS}`,
    );
    for (let from = 0; from < rows.length; from += BATCH) {
      const ids = rows.slice(from, from + BATCH).map(({ id }) => Number(id));
      const texts = ids.map((id) => Array.from({ length: CUES }, (_, at) => wordsOf(id * 1000 + at, WORDS)));
      const cues = texts.map((texts) =>
        texts.map((text, at) => [at * CUE_MS, at * CUE_MS + CUE_MS - 200, text]),
      );
      await client.query(
        `insert into captions (video_id, language, kind, state, is_default, cues, words, plain)
         select id, 'en', 'captions', 'PUBLISHED', true, cues::jsonb, ${CUES * WORDS},
           (select string_agg(search_plain(line), E'\\n' order by place) from jsonb_array_elements_text(said::jsonb) with ordinality each(line, place))
         from unnest($1::bigint[], $2::text[], $3::text[]) each(id, cues, said)`,
        [ids, cues.map((each) => JSON.stringify(each)), texts.map((each) => JSON.stringify(each))],
      );
    }
    await client.query('vacuum analyze captions');
  } finally {
    await client.end();
  }
}

interface RequestOptions {
  frequent: string[];
  rare: string[];
}

async function fill(dataDir: string): Promise<RequestOptions> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    await seedSearch(server.connection(), VIDEOS);
    await speak(server.connection());
    const { db } = openDatabase(server.connection());
    await reindex(db);
    await db.destroy();
    const [frequent, rare] = await runStatements(server.connection(), [
      `select word from search_words order by docs desc limit ${QUERIES}`,
      `select word from search_words where docs between 1 and 60 and length(word) > 7 and word ~ '^[a-z]+$' order by hashtext(word) limit ${QUERIES * 2}`,
      'vacuum analyze search_docs',
      'vacuum analyze search_words',
    ]);
    const list = (rows: Record<string, unknown>[] = []) => rows.map((row) => String(row['word']));
    return { frequent: list(frequent?.rows), rare: list(rare?.rows) };
  } finally {
    await server.stop();
  }
}

export const benchCaptions = async (): Promise<Result[]> => [
  ...(await benchCaptionedPage()),
  ...(await benchSpoken()),
];

/** Search of a million cues, with moments and without cached results. */
async function benchSpoken(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    const { frequent, rare } = await fill(dataDir);
    const cues = (VIDEOS * CUES).toLocaleString('en');
    // the first connections and plans are not measured
    await p95(site, SEARCH, rare.slice(-20));
    const searches: Record<string, string[]> = {
      [`${cues} cues: frequent word, p95`]: frequent,
      'cues: rare word, p95': rare.slice(0, QUERIES),
      'cues: one typo, p95': rare.slice(0, QUERIES).map(misspell),
    };
    const results: Result[] = [];
    for (const [name, queries] of Object.entries(searches))
      results.push(budget(name, await p95(site, SEARCH, queries), BAR));
    return results;
  } finally {
    await site.stop();
    await remove();
  }
}
