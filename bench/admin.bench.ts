import { existsSync } from 'node:fs';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { RECOUNTED_TOTALS } from '#server/testing/database/recounted-totals.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { ADMIN, makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

interface Size {
  imports: number;
  uploads: number;
  people: number;
}

/** Small and large; uploads wait for review or are archived by turns, and a tenth of them is one person's. */
const SMALL: Size = { imports: 1_000, uploads: 1_000, people: 100 };
const VIDEOS = Number(process.env['BENCH_VIDEOS'] ?? (IS_SHORT ? 2_000 : 1_000_000));
const LARGE: Size = { imports: VIDEOS, uploads: VIDEOS, people: VIDEOS / 10 };
/** A folder in which to store the large site for the next run. */
const DATA_FOLDER = process.env['BENCH_KEEP'];
const BATCH = 50_000;
const ROUNDS = IS_SHORT ? 1 : 11;
const SLOWEST = 2;
const SLOWEST_LIST = 1.5;
/** Shorter times are noise. */
const NOISE_MS = 5;

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
  nearby: '/api/submissions?located=true&limit=1200',
};

/** Public lists, rebuilt after a change to their content. */
const LISTS: Record<string, string> = {
  rotation: '/api/videos?sort=trending',
  creators: '/api/creators',
  "a creator's page": '/api/creators/person-1',
};

/** What comes with this many uploads: finished jobs, a few failed ones, and an audit log. */
const company = (uploads: number) => [
  `insert into pgboss.job (name, state, created_on, completed_on)
   select 'rotation', (case when i % 500 = 0 then 'failed' else 'completed' end)::pgboss.job_state, now() - i * interval '1 second', now()
   from generate_series(1, ${uploads}) i`,
  `insert into audit_log (actor_name, action, subject_type, subject_id)
   select 'bench', 'submission.approve', 'video', i::text from generate_series(1, ${uploads}) i`,
  // the same number on both sides: the page lists them all
  "update videos set latitude = 52, longitude = 4 where id in (select id from videos where origin = 'UPLOAD' and archived_at is null order by created_at limit 200)",
];

/** Without triggers, which would take most of an hour; their counts are computed once at the end. */
const PLAIN = "set session_replication_role = 'replica'";
const RECOUNT = `insert into user_totals (user_id, videos, posts, comments, likes, approved, pending, rejected, is_listed)
  ${RECOUNTED_TOTALS} on conflict (user_id) do nothing`;

const addPeople = (people: number) =>
  `insert into users (username, email) select 'person-' || i, 'person-' || i || '@example.org' from generate_series(1, ${people}) i`;

const uploader = (people: number) =>
  `(select min(id) from users where username = 'person-1') + case when i % 10 = 3 then 0 else i % ${people} end`;

const insert = (origin: 'IMPORT' | 'UPLOAD', from: number, to: number, people: number) => `
  insert into videos (uploader_id, origin, title, category, status, processing, approved_at, duration_ms, external_creator, external_views, view_count, like_count,
    created_at, archived_at, source, source_id)
  select ${origin === 'UPLOAD' ? uploader(people) : 'null'}, '${origin}', 'A clip about everyday things, number ' || i, (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1],
    case when '${origin}' = 'UPLOAD' and i % 2 = 0 then 'PENDING' else 'APPROVED' end, 'READY', now() - i * interval '1 minute',
    15000, 'Creator ' || i % 1000, i % 5000, i % 70, i % 30, now() - i * interval '1 minute',
    case when '${origin}' = 'UPLOAD' and i % 10 = 1 then now() - i * interval '1 second' end,
    case when '${origin}' = 'IMPORT' then 'YOUTUBE' else 'OTHER' end, case when '${origin}' = 'IMPORT' then 'b' || i end
  from generate_series(${from + 1}, ${to}) i`;

const SHOW =
  "update videos set is_live = true, is_public = true where status = 'APPROVED' and archived_at is null";

async function fill(dataDir: string, size: Size): Promise<void> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  const run = (statements: string[]) => runStatements(server.connection(), [PLAIN, ...statements]);
  try {
    await run([addPeople(size.people)]);
    for (const [origin, key] of [
      ['IMPORT', 'imports'],
      ['UPLOAD', 'uploads'],
    ] as const) {
      for (let at = 0; at < size[key]; at += BATCH) {
        await run([insert(origin, at, Math.min(size[key], at + BATCH), size.people)]);
      }
    }
    await run([SHOW]);
    const views =
      'insert into video_days (video_id, day, views) select id, current_date - (id % 30)::int, 1 + id % 9 from videos on conflict do nothing';
    await run([
      ...company(size.uploads),
      views,
      RECOUNT,
      ...['videos', 'video_days', 'users', 'user_totals', 'audit_log', 'pgboss.job'].map(
        (table) => `vacuum analyze ${table}`,
      ),
    ]);
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

async function timeOnce(site: Site, path: string, init: RequestInit): Promise<number> {
  const began = performance.now();
  const answer = await fetch(site.url + path, init);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - began;
}

interface Dashboard {
  site: Site;
  headers: Record<string, string>;
  close(): Promise<void>;
}

async function openDashboard(size: Size, expected?: string): Promise<Dashboard> {
  const { dataDir, remove } = expected ? { dataDir: expected, remove: null } : await makeDataDir();
  const isFilled = expected !== undefined && existsSync(expected);
  const site = await startSite(dataDir, { ROLES: 'web' });
  if (!isFilled) await fill(dataDir, size);
  const close = async () => {
    await site.stop();
    await remove?.();
  };
  return { site, headers: await signIn(site), close };
}

/** Alternating, so that other load on the machine affects both. */
async function compareDashboards(
  large: Dashboard,
  small: Dashboard,
  path: string,
  beforeEach: (dashboard: Dashboard) => Promise<unknown> = async () => {},
): Promise<{ ours: number; reference: number }> {
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await beforeEach(large);
    await beforeEach(small);
    ours.push(await timeOnce(large.site, path, { headers: large.headers }));
    reference.push(await timeOnce(small.site, path, { headers: small.headers }));
  }
  return { ours: median(ours), reference: Math.max(median(reference), NOISE_MS) };
}

/** Invalidates the lists that contain like counts. */
async function likeSomething({ site }: Dashboard): Promise<void> {
  const [video] = (await (await fetch(`${site.url}/api/videos?limit=1`)).json()) as { id: number }[];
  await fetch(`${site.url}/api/videos/${video?.id}/like`, { method: 'POST' });
}

/** Every tab of a site with a million videos beside one with a thousand; the rotation's reload against a second. */
export async function benchAdmin(): Promise<Result[]> {
  const small = await openDashboard(SMALL);
  const large = await openDashboard(LARGE, DATA_FOLDER);
  try {
    const results: Result[] = [];
    for (const [name, path] of Object.entries(TABS)) {
      const times = await compareDashboards(large, small, path);
      results.push({
        name: `admin, ${name}`,
        ...times,
        unit: 'ms',
        against: 'a thousand videos',
        atMost: path === TABS['submissions'] ? SLOWEST_LIST : SLOWEST,
      });
    }
    for (const { site, headers } of [small, large])
      await timeOnce(site, '/api/admin/rotation/reload', { method: 'POST', headers });
    for (const [name, path] of Object.entries(LISTS)) {
      const times = await compareDashboards(large, small, path, likeSomething);
      results.push({
        name: `${name}, ${VIDEOS.toLocaleString('en')} videos`,
        ...times,
        unit: 'ms',
        against: 'a thousand videos',
        atMost: SLOWEST_LIST,
      });
    }
    const reloads: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      reloads.push(
        await timeOnce(large.site, '/api/admin/rotation/reload', { method: 'POST', headers: large.headers }),
      );
    }
    return [
      ...results,
      {
        name: 'rotation reload',
        ours: median(reloads),
        reference: 1000,
        unit: 'ms',
        against: 'budget',
        atMost: 1,
      },
    ];
  } finally {
    await small.close();
    await large.close();
  }
}
