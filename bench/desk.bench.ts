import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { ADMIN, makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

/** Small and large, imports and uploads; uploads wait for review or are archived by turns. */
const SMALL = { imports: 1_000, uploads: 1_000 };
const LARGE = { imports: Number(process.env['BENCH_VIDEOS'] ?? 1_000_000), uploads: 100_000 };
const BATCH = 50_000;
const ROUNDS = 9;
const SLOWEST = 2;
/** A shorter time says more about the moment than about the query. */
const NOISE_MS = 10;

/** The first answer of every tab, and the public list the rotation feeds. */
const TABS: Record<string, string> = {
  overview: '/api/admin/overview',
  submissions: '/api/submissions',
  'curate: candidates': '/api/admin/featured-trending/candidates',
  'curate: featured': '/api/admin/featured-trending/featured',
  'curate: trending': '/api/admin/featured-trending/trending',
  'import: recent': '/api/admin/featured-trending/recent-imports',
  'import: by category': '/api/admin/imported-videos',
  archive: '/api/admin/archive',
  people: '/api/admin/people',
  jobs: '/api/admin/jobs',
  audit: '/api/admin/audit',
};

const insert = (origin: 'IMPORT' | 'UPLOAD', from: number, to: number) => `
  insert into videos (origin, title, category, status, processing, approved_at, duration_ms, external_creator, external_views, view_count, like_count,
    created_at, archived_at, source, source_id)
  select '${origin}', 'A clip about everyday things, number ' || i, (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1],
    case when '${origin}' = 'UPLOAD' and i % 2 = 0 then 'PENDING' else 'APPROVED' end, 'READY', now() - i * interval '1 minute',
    15000, 'Creator ' || i % 1000, i % 5000, i % 70, i % 30, now() - i * interval '1 minute',
    case when '${origin}' = 'UPLOAD' and i % 10 = 1 then now() - i * interval '1 second' end,
    case when '${origin}' = 'IMPORT' then 'YOUTUBE' else 'OTHER' end, case when '${origin}' = 'IMPORT' then 'b' || i end
  from generate_series(${from + 1}, ${to}) i`;

async function fill(dataDir: string, from: typeof SMALL, to: typeof SMALL): Promise<void> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    for (const [origin, key] of [
      ['IMPORT', 'imports'],
      ['UPLOAD', 'uploads'],
    ] as const) {
      for (let at = from[key]; at < to[key]; at += BATCH) {
        await runStatements(server.connection(), [insert(origin, at, Math.min(to[key], at + BATCH))]);
      }
    }
    const views =
      'insert into video_days (video_id, day, views) select id, current_date - (id % 30)::int, 1 + id % 9 from videos on conflict do nothing';
    await runStatements(server.connection(), [views, 'vacuum analyze videos', 'vacuum analyze video_days']);
  } finally {
    await server.stop();
  }
}

async function signIn(site: Site): Promise<Record<string, string>> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

async function timeOf(site: Site, path: string, init: RequestInit): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(site.url + path, init);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function timeAll(site: Site): Promise<Map<string, number>> {
  const headers = await signIn(site);
  const times = new Map<string, number>();
  for (const [name, path] of Object.entries(TABS)) times.set(name, await timeOf(site, path, { headers }));
  times.set('rotation', await timeOf(site, '/api/admin/rotation/reload', { method: 'POST', headers }));
  return times;
}

/** Every tab with a thousand videos, then with a million; the rotation's reload against a second. */
export async function benchDesk(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    await fill(dataDir, { imports: 0, uploads: 0 }, SMALL);
    const small = await timeAll(site);
    await fill(dataDir, SMALL, LARGE);
    const large = await timeAll(site);
    const count = `${SMALL.imports.toLocaleString('en')} videos`;
    const tabs = Object.keys(TABS).map((name) => ({
      name: `desk, ${name}`,
      ours: large.get(name) ?? 0,
      reference: Math.max(small.get(name) ?? 0, NOISE_MS),
      unit: 'ms',
      against: count,
      atMost: SLOWEST,
    }));
    const budget = { reference: 1000, unit: 'ms', against: 'budget', atMost: 1 };
    return [...tabs, { name: 'rotation reload', ours: large.get('rotation') ?? 0, ...budget }];
  } finally {
    await site.stop();
    await remove();
  }
}
