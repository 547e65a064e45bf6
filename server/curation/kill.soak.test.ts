import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKillable, type Killable } from '#server/testing/killable.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { makeVideos, startYoutube, type YoutubeStandIn } from '#standins/youtube.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

let youtube: YoutubeStandIn;
let site: TestSite;
let server: Killable;
let admin: TestPerson;
beforeAll(async () => {
  youtube = await startYoutube({ videos: [], pageSize: 2 });
  site = await startTestSite({ ROLES: 'web' });
  server = await openKillable(site, { YOUTUBE_API_KEY: 'test-key', YOUTUBE_API_URL: youtube.url });
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(async () => {
  await server.close();
  await youtube.close();
});

/** Per imported video: is it whole, with the job that fetches its picture and its line in the log? */
const imported = async () =>
  await sqlRows(
    z.object({ source_id: z.string(), whole: z.boolean(), jobs: z.number(), logged: z.number() }),
  )`
      select source_id, external_creator like 'Channel %' and duration_ms > 0 and category = 'Beauty'
          and status = 'PENDING' and processing = 'READY' and external_thumbnail is not null as whole,
        (select count(*)::int from pgboss.job where name = 'import-picture' and (data->>'videoId')::bigint = videos.id) as jobs,
        (select count(*)::int from audit_log where action = 'video.import' and subject_id = videos.id::text) as logged
      from videos where origin = 'IMPORT' order by source_id`.execute(site.ctx.db);

test(
  'an import killed between any two statements leaves whole pages of whole videos, and the next one adds the rest',
  { timeout: 600_000 },
  async () => {
    const found = new Set<number>();
    const importVideos = () =>
      server.call(
        '/api/admin/import-youtube',
        { category: 'Beauty', limit: 5 },
        { authorization: `Bearer ${admin.token}` },
      );
    const walked = await server.killAtEveryStatement(
      {
        // two pages: of two, of one
        prepare: async () => {
          await site.ctx.db.deleteFrom('videos').where('origin', '=', 'IMPORT').execute();
          youtube.videos.splice(0, Infinity, ...makeVideos(3));
        },
        act: importVideos,
        check: async () => {
          const rows = await imported();
          expect(rows.filter((row) => !(row.whole && row.jobs === 1 && row.logged === 1))).toEqual([]);
          found.add(rows.length);
        },
      },
      [/^Q[^]{4}commit/],
    );
    // never one video of a page of two
    expect([...found].toSorted()).toEqual([0, 2, 3]);
    expect(walked).toBeGreaterThan(12);

    await site.ctx.db.deleteFrom('videos').where('source_id', '=', 'clip-000002').execute();
    await server.start();
    expect(await importVideos()).toEqual({ imported: 1, skipped: 2 });
  },
);
