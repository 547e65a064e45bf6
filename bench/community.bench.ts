import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const ROUNDS = 21;
const SLOWEST = 2;
/** Shorter times are noise. */
const NOISE_MS = 5;

const LIKES_A_SECOND = 200;
const LIKING_SECONDS = 5;
const LIKE_BUDGET_MS = 50;

const START = [
  `insert into users (username) select 'bench-author-' || i from generate_series(1, 50) i`,
  `insert into videos (origin, title, category, status, processing, approved_at)
   select 'IMPORT', 'Hot clip ' || i, 'Beauty', 'APPROVED', 'READY', now() from generate_series(1, 2) i`,
];

/** Half of the comments are on the one requested video; a tenth of everything is hidden. */
const insert = (from: number, to: number): string[] => [
  `insert into comments (video_id, guest_name, person, text, like_count, created_at, hidden_at)
   select (select min(id) from videos) + i % 2, 'guest', 'v' || i, 'What somebody had to say, number ' || i, i % 40,
     now() - i * interval '1 minute', case when i % 10 = 0 then now() end
   from generate_series(${from + 1}, ${to}) i`,
  `insert into posts (author_id, content, like_count, hidden_at)
   select (select min(id) from users where username like 'bench-author-%') + i % 50, 'What somebody posted, number ' || i, i % 40,
     case when i % 10 = 0 then now() end
   from generate_series(${from + 1}, ${to}) i`,
  'vacuum analyze comments',
  'vacuum analyze posts',
];

async function fill(dataDir: string, statements: string[]): Promise<void> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    await runStatements(server.connection(), statements);
  } finally {
    await server.stop();
  }
}

async function timeOf(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function timeAll(site: Site, videoId: number): Promise<Map<string, number>> {
  const lists = { comments: `/api/videos/${videoId}/comments`, posts: '/api/community/posts' };
  const times = new Map<string, number>();
  for (const [name, path] of Object.entries(lists)) times.set(name, await timeOf(site.url + path));
  return times;
}

/** Likes of one video by people who are all different, at an even pace; the time that 99 of 100 answers take at most. */
async function benchLikes(site: Site, videoId: number): Promise<number> {
  const people = LIKES_A_SECOND * LIKING_SECONDS;
  const cookies: string[] = [];
  while (cookies.length < people) {
    const likes = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${site.url}/api/videos/${videoId + 1}/like`, { method: 'POST' }),
      ),
    );
    cookies.push(...likes.map((answer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''));
  }
  const began = performance.now();
  const times = await Promise.all(
    cookies.slice(0, people).map(async (cookie, at) => {
      const due = (at * 1000) / LIKES_A_SECOND;
      await new Promise((resolve) => setTimeout(resolve, due - (performance.now() - began)));
      const sent = performance.now();
      const answer = await fetch(`${site.url}/api/videos/${videoId}/like`, {
        method: 'POST',
        headers: { cookie },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a like answered ${answer.status}`);
      return performance.now() - sent;
    }),
  );
  const { lllLikes } = (await (await fetch(`${site.url}/api/videos/${videoId}`)).json()) as {
    lllLikes: number;
  };
  if (lllLikes !== people) throw new Error(`${people} likes were counted as ${lllLikes}`);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Comments and posts with a thousand rows, then with a hundred thousand; likes of one hot video against a budget. */
export async function benchCommunity(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    await fill(dataDir, [...START, ...insert(0, SMALL)]);
    const list = (await (await fetch(`${site.url}/api/videos`)).json()) as { id: number }[];
    const videoId = Math.min(...list.map(({ id }) => id));
    await timeAll(site, videoId);
    const small = await timeAll(site, videoId);
    await fill(dataDir, insert(SMALL, LARGE));
    await timeAll(site, videoId);
    const large = await timeAll(site, videoId);
    const rows = ['comments', 'posts'].map((name) => ({
      name: `${name}, ${LARGE.toLocaleString('en')}`,
      ours: large.get(name) ?? 0,
      reference: Math.max(small.get(name) ?? 0, NOISE_MS),
      unit: 'ms',
      against: `${SMALL.toLocaleString('en')} of them`,
      atMost: SLOWEST,
    }));
    const p99 = await benchLikes(site, videoId);
    return [
      ...rows,
      {
        name: `${LIKES_A_SECOND} likes/s, p99`,
        ours: p99,
        reference: LIKE_BUDGET_MS,
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
