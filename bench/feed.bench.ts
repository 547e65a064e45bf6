import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { writeCursor } from '#server/app/http/cursor.ts';
import type { Result } from './result.ts';
import { makeDataDir, startSite } from './site.ts';

const VIDEOS = Number(process.env['FEED_CLIPS'] ?? 1_000_000);
const PAGES = 200;
const PAGE_BUDGET_MS = 20;
const MINUTES_APART = 1;

/** The indexes of search are of no use here, and would take the longest. */
const FILL = [
  'alter table videos disable trigger user',
  `insert into users (username) select 'feed-bench-' || i from generate_series(1, 200) i`,
  `insert into videos (origin, title, category, status, processing, approved_at, uploader_id, rotation_rank, view_count, is_live, is_public)
   select 'UPLOAD', 'Clip number ' || i, (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1], 'APPROVED', 'READY',
     now() - i * interval '${MINUTES_APART} minute', (select min(id) from users where username like 'feed-bench-%') + i % 200,
     case when i <= 240 then 241 - i else 0 end, i, true, true
   from generate_series(1, ${VIDEOS}) i`,
  'alter table videos enable trigger user',
  'vacuum analyze videos',
];

/** Any page of the feed, of a category and of a person, each requested once: none is cached. */
function* listAddresses(): Generator<string> {
  for (let page = 0; page < PAGES; page += 1) {
    const minutes = Math.floor(((page * 7919) % PAGES) * (VIDEOS / PAGES)) * MINUTES_APART;
    const moment = new Date(Date.now() - minutes * 60_000).toISOString();
    const which = ['', '&category=Beauty', `&creator=feed-bench-${(page % 200) + 1}`][page % 3] ?? '';
    yield `/api/feed?cursor=${writeCursor('n', moment, 0)}${which}`;
  }
}

/** The next page of the feed among a million videos. */
export async function benchFeed(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    const server = await openDatabaseServer({ dataDir, log: () => {} });
    await runStatements(server.connection(), FILL).finally(() => server.stop());
    const times: number[] = [];
    for (const address of listAddresses()) {
      const began = performance.now();
      const answer = await fetch(site.url + address);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      times.push(performance.now() - began);
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    return [
      {
        name: `next page of the feed, ${VIDEOS.toLocaleString('en')}, p95`,
        ours: p95,
        reference: PAGE_BUDGET_MS,
        unit: 'ms',
        against: 'budget',
        atMost: 1,
      },
    ];
  } finally {
    await site.stop();
    await remove();
  }
}
