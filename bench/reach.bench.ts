import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

const VIDEOS = Number(process.env['BENCH_VIDEOS'] ?? (IS_SHORT ? 20_000 : 1_000_000));
const ROUNDS = IS_SHORT ? 1 : 21;
const SAVED_COUNT = 1_000;
const SHOWN = 60;
const PAGE_MS = 200;
const CARD_MS = 200;
/** The maximum size of a sitemap: uncompressed (sitemaps.org), and here. */
const PAGE_BYTES = 64 * 1024 * 1024;

/** Without the triggers, so it sets the visibility itself. */
const FILL = [
  'set session_replication_role = replica',
  `insert into videos (origin, title, description, category, status, processing, approved_at, width, height, duration_ms,
      external_creator, poster_key, mp4_key, is_live, is_public)
    select 'IMPORT', 'A clip about everyday things, number ' || i, repeat('A description of what is to be seen. ', 6),
      (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1], 'APPROVED', 'READY', now() - i * interval '1 minute',
      1920, 1080, 15000, 'Creator ' || i % 20, 'videos/' || i || '/a/thumb-640.jpg', 'videos/' || i || '/a/720p.mp4', true, true
    from generate_series(1, ${VIDEOS}) i`,
  `insert into users (username) values ('bench-keeper')`,
  `insert into playlists (user_id, title, visibility) select id, 'A thousand', 'PUBLIC' from users where username = 'bench-keeper'`,
  `insert into playlist_items (playlist_id, video_id, position)
    select (select max(id) from playlists), id, row_number() over () from (select id from videos order by random() limit ${SAVED_COUNT}) v`,
  'vacuum analyze videos, playlists, playlist_items',
];

async function timeOf(url: string): Promise<{ ms: number; bytes: number }> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return { ms: performance.now() - began, bytes: byteLength };
}

/** Alternates between list and playlist; each response has a different size, so none was cached. */
async function benchPlaylist(site: Site, id: number): Promise<Result> {
  const times = { list: [] as number[], playlist: [] as number[] };
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const limit = SHOWN - round;
    times.list.push((await timeOf(`${site.url}/api/videos?limit=${limit}`)).ms);
    times.playlist.push((await timeOf(`${site.url}/api/playlists/${id}?limit=${limit}`)).ms);
  }
  return {
    name: `a playlist of ${SAVED_COUNT.toLocaleString('en')}, ${SHOWN} of them`,
    ours: median(times.playlist.slice(2)),
    reference: median(times.list.slice(2)),
    unit: 'ms',
    against: `a list of ${SHOWN}`,
    atMost: 1.2,
  };
}

async function benchSitemap(site: Site): Promise<Result[]> {
  const index = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const pages = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/clips-\d+\.xml)<\/loc>/g)].map(([, path]) => path);
  const some = pages.filter((_, at) => at % Math.ceil(pages.length / ROUNDS) === 0);
  const times: number[] = [];
  let bytes = 0;
  for (const path of some) {
    const page = await timeOf(site.url + path);
    times.push(page.ms);
    bytes = Math.max(bytes, page.bytes);
  }
  const all = `of ${VIDEOS.toLocaleString('en')} clips`;
  return [
    {
      name: `sitemap, a page ${all}`,
      ours: median(times),
      reference: PAGE_MS,
      unit: 'ms',
      against: 'budget',
      atMost: 1,
    },
    {
      name: `sitemap, its largest page ${all}`,
      ours: bytes,
      reference: PAGE_BYTES,
      unit: 'bytes',
      against: 'limit',
      atMost: 1,
    },
  ];
}

const SAMPLES = join(import.meta.dirname, '../sample/clips');

/** Stored thumbnails of the sample videos, and one of pure noise, the hardest to compress. */
async function drawPictures(): Promise<{ samples: Buffer[]; noise: Buffer }> {
  const names = (await readdir(SAMPLES)).filter((name) => name.endsWith('.jpg')).toSorted();
  const samples = names
    .slice(0, ROUNDS)
    .map((name) => sharp(join(SAMPLES, name)).jpeg({ quality: 80 }).toBuffer());
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 160, height: 90, channels: 3, background: '#3a86c8', noise } as const;
  return {
    samples: await Promise.all(samples),
    noise: await sharp({ create }).resize(1280, 720).jpeg().toBuffer(),
  };
}

/** Uncached. For pure noise three encodings are tried until it is small enough. */
async function benchCards(site: Site): Promise<Result[]> {
  const { samples, noise } = await drawPictures();
  const times = { samples: [] as number[], noise: [] as number[] };
  const draw = async (id: number, picture: Buffer): Promise<number> => {
    const folder = join(site.dataDir, `media/videos/${id}/a`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'thumb-1280.jpg'), picture);
    return (await timeOf(`${site.url}/api/videos/${id}/card.png`)).ms;
  };
  for (const [at, picture] of samples.entries()) {
    times.samples.push(await draw(2 * at + 1, picture));
    times.noise.push(await draw(2 * at + 2, noise));
  }
  const first = 'drawn for the first time';
  const card = { ours: median(times.samples), unit: 'ms' as const };
  return [
    { ...card, name: `a share card, ${first}`, reference: CARD_MS, against: 'budget', atMost: 1 },
    {
      name: `a share card of noise, ${first}`,
      ours: median(times.noise),
      reference: card.ours,
      unit: 'ms',
      against: 'one of a sample clip',
      atMost: 3,
    },
  ];
}

/** The cost of many videos where all are listed, and of a playlist with a thousand. */
export async function benchReach(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  try {
    const server = await openDatabaseServer({ dataDir, log: () => {} });
    const rows = await runStatements(server.connection(), [
      ...FILL,
      'select max(id)::int as id from playlists',
    ]).finally(() => server.stop());
    const playlist = Number(rows.at(-1)?.rows[0]?.['id']);
    return [await benchPlaylist(site, playlist), ...(await benchSitemap(site)), ...(await benchCards(site))];
  } finally {
    await site.stop();
    await remove();
  }
}
