import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '#server/app/database/database.ts';
import { countUnread, listNotifications } from '#server/notifications/notifications.store.ts';
import { getVideo } from '#server/videos/videos.store.ts';
import { getOwn } from '#server/comments/lists.store.ts';
import { getCommentRules } from '#server/comments/write.store.ts';
import { findWatchedWord } from '#server/moderation/words.store.ts';
const [, dataDir] = readFileSync('/tmp/e-open.log', 'utf8').split(' ');
const { db, pool } = openDatabase({ host: `${dataDir}/run`, user: 'postgres', database: 'lll' }, { max: 1 });
const pid = (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
const ticks = (p: number | string) => {
  const s = readFileSync(`/proc/${p}/schedstat`, 'utf8');
  return Number(s.split(' ')[0]) / 1e6;
};
const user = (await pool.query(`select id from users where username = 'reader'`)).rows[0].id;
const video = Number((await pool.query('select min(id) as id from videos')).rows[0].id);
const viewer = { id: Number(user), role: 'USER' as const };
const urls = { url: (k: string) => k, token: (k: string) => k } as never;
const c = Number((await pool.query('select max(id) as id from comments')).rows[0].id);
const run = async (name: string, f: () => Promise<unknown>) => {
  for (let i = 0; i < 20; i++) await f();
  const a = ticks(pid),
    b = ticks('self');
  for (let i = 0; i < 500; i++) await f();
  console.log(
    name,
    'pg',
    ((ticks(pid) - a) / 500).toFixed(3),
    'node',
    ((ticks('self') - b) / 500).toFixed(3),
  );
};

import { createComment } from '#server/comments/write.store.ts';
import { isForeignName } from '#server/accounts/names.store.ts';
const comment = {
  videoId: video,
  text: 'What somebody says about it, number 7',
  person: 'vabcdefgh',
  authorId: null,
  guestName: 'guest',
  held: false,
  replyTo: null,
  viewer: null,
};
await run('begin+commit', () =>
  db.transaction().execute(async (trx) => {
    await sql`select ${1}::int`.execute(trx);
  }),
);
await run('createComment', () => db.transaction().execute((trx) => createComment(trx, comment)));
await run('notify only', () =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_notify('x_test', ${'abc'})`.execute(trx);
  }),
);
await run('insert only', () =>
  sql`insert into comments (video_id, guest_name, person, text) values (${video}, 'guest', 'vabc', ${comment.text})`.execute(
    db,
  ),
);
await run('update only', () =>
  sql`update videos set comment_count = comment_count + 1 where id = ${video}`.execute(db),
);
await sql`alter table comments disable trigger comments_searched_insert`.execute(db);
await run('insert without search', () =>
  sql`insert into comments (video_id, guest_name, person, text) values (${video}, 'guest', 'vabc', ${comment.text})`.execute(
    db,
  ),
);
if (process.argv.includes('mem'))
  console.log(
    (await pool.query(`select pg_size_pretty(sum(total_bytes)) from pg_backend_memory_contexts`)).rows,
    (
      await pool.query(
        `select name, count(*), sum(total_bytes) as total from pg_backend_memory_contexts group by 1 order by 3 desc limit 8`,
      )
    ).rows,
  );
await db.destroy();
