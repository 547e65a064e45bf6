import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { ADMIN, makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

const VIDEOS = Number(process.env['BENCH_VIDEOS'] ?? (IS_SHORT ? 2_000 : 1_000_000));
/** Videos of the creator whose statistics are read. */
const OWN_VIDEOS = IS_SHORT ? 20 : 1_000;
const DAYS = IS_SHORT ? 30 : 365;
const VIEWS = IS_SHORT ? 5_000 : 5_000_000;
const ROUNDS = IS_SHORT ? 1 : 15;
const BATCH = 50_000;
const SLOWEST_LIST = 1.2;
const STATISTICS_BUDGET_MS = 50;
/** Shorter times are noise. */
const NOISE_MS = 5;

const LISTS: Record<string, string> = {
  newest: '/api/videos?',
  'of a category': '/api/videos?category=Beauty&',
  'most watched': '/api/videos?sort=top&',
  feed: '/api/feed?',
};

const CREATOR = `(select id from users where username = '${ADMIN.username}')`;
/** Without triggers, which would take most of an hour. */
const PLAIN = "set session_replication_role = 'replica'";

const addVideos = (from: number, to: number): string => `
  insert into videos (origin, title, category, status, processing, approved_at, created_at, duration_ms, external_creator, view_count,
    is_live, is_public)
  select 'IMPORT', 'A clip about everyday things, number ' || i, (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1],
    'APPROVED', 'READY', now() - i * interval '1 minute', now() - i * interval '1 minute', 15000, 'Creator ' || i % 1000, i % 5000,
    true, true
  from generate_series(${from + 1}, ${to}) i`;

/** Three of four are not public from now on. */
const HIDE = [
  `update videos v set visibility = hidden.visibility, is_live = hidden.visibility <> 'PRIVATE', is_public = hidden.visibility = 'PUBLIC'
   from (select id, (array['PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE'])[(id / 4) % 4 + 1] as visibility from videos) hidden
   where v.id = hidden.id and v.origin = 'IMPORT'`,
  'vacuum full videos',
  'vacuum analyze videos',
];

/** A year of views: a row per video and day, one for all videos, and their sources. */
const COUNTED = [
  `insert into videos (origin, uploader_id, title, category, status, processing, approved_at, is_live, is_public)
   select 'UPLOAD', ${CREATOR}, 'Own clip ' || i, 'Beauty', 'APPROVED', 'READY', now(), true, true from generate_series(1, ${OWN_VIDEOS}) i`,
  `insert into creator_days (user_id, video_id, day, views, likes, comments, reached)
   select ${CREATOR}, v.id, current_date - day, ${Math.round(VIEWS / OWN_VIDEOS / DAYS)}, 2, 1, array[14,13,12,11,10,9,8,7,6,5,4]
   from videos v, generate_series(0, ${DAYS - 1}) day where v.origin = 'UPLOAD'`,
  `insert into creator_days (user_id, video_id, day, views, likes, comments, followers, reached)
   select ${CREATOR}, null, day, sum(views), sum(likes), sum(comments), 3, array[140,130,120,110,100,90,80,70,60,50,40]
   from creator_days group by day`,
  `insert into creator_sources (user_id, video_id, day, source, detail, views)
   select ${CREATOR}, v.id, current_date - day, kind, '', 4
   from videos v, generate_series(0, ${DAYS - 1}) day, unnest(array['HOME', 'FEED', 'OTHER']) kind where v.origin = 'UPLOAD'`,
  // the maximum number of stored hosts and phrases per day
  `insert into creator_sources (user_id, video_id, day, source, detail, views)
   select ${CREATOR}, null, current_date - day, kind, 'a phrase or host ' || detail, 20
   from generate_series(0, ${DAYS - 1}) day, unnest(array['SEARCH', 'LINK']) kind, generate_series(1, 100) detail`,
  'vacuum analyze videos',
  'vacuum analyze creator_days',
  'vacuum analyze creator_sources',
];

async function run(dataDir: string, statements: string[]): Promise<void> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    await runStatements(server.connection(), [PLAIN, ...statements]);
  } finally {
    await server.stop();
  }
}

async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - began;
}

/** Each list, uncached: responses are cached per page size. */
async function timeLists(site: Site, first: number): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [name, path] of Object.entries(LISTS)) {
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      found.push(await timeOf(`${site.url}${path}limit=${first + round}`));
    times.set(name, median(found));
  }
  return times;
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

/** Lists of videos of all visibilities beside the same videos, all public; a creator's numbers against a budget. */
export async function benchStudio(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    for (let at = 0; at < VIDEOS; at += BATCH)
      await run(dataDir, [addVideos(at, Math.min(VIDEOS, at + BATCH))]);
    await run(dataDir, ['vacuum analyze videos']);
    await timeLists(site, 21);
    const before = await timeLists(site, 40);
    await run(dataDir, HIDE);
    // the previous ones are cached
    await fetch(`${site.url}/api/videos/1/like`, { method: 'POST' });
    await timeLists(site, 21);
    const after = await timeLists(site, 40);
    await run(dataDir, COUNTED);
    const headers = await signIn(site);
    const [video] = (await (await fetch(`${site.url}/api/submissions/mine?limit=1`, { headers })).json()) as {
      id: number;
    }[];
    const numbers: Result[] = [];
    for (const query of ['days=28', 'days=all', `days=all&videoId=${video?.id}`]) {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1)
        times.push(await timeOf(`${site.url}/api/me/statistics?${query}`, headers));
      numbers.push({
        name: `statistics, ${query.replace(/\d{3,}/, 'one')}`,
        ours: median(times),
        reference: STATISTICS_BUDGET_MS,
        unit: 'ms',
        against: 'budget',
        atMost: 1,
      });
    }
    const lists = Object.keys(LISTS).map((name) => ({
      name: `list, ${name}, of all visibilities`,
      ours: Math.max(after.get(name) ?? 0, NOISE_MS),
      reference: Math.max(before.get(name) ?? 0, NOISE_MS),
      unit: 'ms',
      against: `${VIDEOS.toLocaleString('en')} public`,
      atMost: SLOWEST_LIST,
    }));
    return [...lists, ...numbers];
  } finally {
    await site.stop();
    await remove();
  }
}
