import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';

const VIDEOS = 300;
const REVISION = 'benchmarkclip';
const VIDEO_BYTES = 64 * 1024 * 1024;

const INSERT = `insert into videos (origin, title, description, category, status, processing, approved_at, width, height, duration_ms,
    external_creator, placeholder, view_count, like_count)
  select 'IMPORT', 'A clip about everyday things, number ' || i, repeat('A description of what is to be seen. ', 6),
    (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1], 'APPROVED', 'READY', now() - i * interval '1 minute',
    1920, 1080, 15000 + i * 100, 'Creator ' || i % 20, repeat('x', 28), i * 7, i * 3
  from generate_series(1, ${VIDEOS}) i`;

/** Comments below the newest videos and some others, and as many posts. */
const TALK = [
  `insert into comments (video_id, guest_name, person, text) select videos.id, 'guest', 'v' || i, 'What somebody had to say, number ' || i
   from videos, generate_series(1, 60) i where videos.id % 30 = 0 or videos.id = (select id from videos order by approved_at desc limit 1)`,
  `insert into users (username) values ('bench-author')`,
  `insert into posts (author_id, content) select (select id from users where username = 'bench-author'), 'What somebody posted, number ' || i
   from generate_series(1, 60) i`,
];

/** Fills the running site's database with videos, one of them with a 64 MiB file. */
export async function seed(dataDir: string): Promise<{ url: string; file: string }> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    const newest = 'select min(id) as id from videos';
    const [, found] = await runStatements(server.connection(), [INSERT, newest, ...TALK]);
    const id = String(found?.rows[0]?.['id']);
    const key = `videos/${id}/${REVISION}/video.mp4`;
    const file = path.join(dataDir, 'media', key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, randomBytes(VIDEO_BYTES));
    const attach = `update videos set mp4_key = '${key}', media_rev = '${REVISION}' where id = ${id}`;
    await runStatements(server.connection(), [attach, 'vacuum analyze videos']);
    return { url: `/media/${key}`, file };
  } finally {
    await server.stop();
  }
}
