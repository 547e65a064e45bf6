import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import type { Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { ADMIN, makeDataDir, startSite } from './site.ts';
import { signIn } from './upload.bench.ts';

const ENTRIES = IS_SHORT ? 1_000 : 100_000;
const ROUNDS = IS_SHORT ? 3 : 300;

/** A member who watched every video of the site, without triggers. */
const WATCHED = [
  "set session_replication_role = 'replica'",
  `insert into videos (origin, title, category, status, processing, approved_at, created_at, duration_ms, external_creator,
    is_live, is_public)
   select 'IMPORT', 'Video ' || i, 'Beauty', 'APPROVED', 'READY', now() - i * interval '1 minute', now(), 60000,
    'Creator ' || i % 1000, true, true
   from generate_series(1, ${ENTRIES}) i`,
  `insert into watch_history (user_id, video_id, seconds, watched_at)
   select users.id, videos.id, 30, now() - videos.id * interval '1 minute' from videos, users
   where users.username = '${ADMIN.username}'`,
  'vacuum analyze videos',
  'vacuum analyze watch_history',
];

async function p95Of(call: (round: number) => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let round = -10; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await call(round);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Reading pages of a long history, one after the other, and adding to it. */
export async function benchHistory(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    const server = await openDatabaseServer({ dataDir, log: () => {} });
    await runStatements(server.connection(), WATCHED);
    await server.stop();
    const headers = { authorization: `Bearer ${await signIn(site)}`, 'content-type': 'application/json' };
    let cursor = '';
    const read = await p95Of(async () => {
      const answer = await fetch(`${site.url}/api/me/history${cursor}`, { headers });
      cursor = `?cursor=${encodeURIComponent(answer.headers.get('x-next-cursor') ?? '')}`;
      return answer;
    });
    const write = await p95Of((round) =>
      fetch(`${site.url}/api/videos/${(((round + 10) * 37) % ENTRIES) + 1}/progress`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ seconds: 20 }),
      }),
    );
    const limit = { reference: 10, unit: 'ms', against: 'the limit', atMost: 1 };
    return [
      { name: `a page of ${ENTRIES.toLocaleString('en')} watched videos, p95`, ours: read, ...limit },
      { name: 'a further entry, p95', ours: write, ...limit },
    ];
  } finally {
    await site.stop();
    await remove();
  }
}
