import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UploadFields } from '#contract/submissions/submissions.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo } from '#server/testing/uploads.ts';
import { receiveVideo } from '../archives.actions.ts';
import type { Step } from '../files.jobs.ts';
import { checkVideo, encodeLadder, encodeVideo } from '../submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let dir: string;
beforeAll(async () => {
  site = await startTestSite({}, { without: [checkVideo, encodeVideo, encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-bulk-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The queued steps, in the order they run. */
async function waitingIn({ name }: { name: string }): Promise<Step[]> {
  const { rows } = await sql<{ data: Step }>`
    select data from pgboss.job where name = ${name} and state = 'created' order by priority desc, created_on, id`.execute(
    site.ctx.db,
  );
  return rows.map(({ data }) => data);
}

const UPLOADS = [
  ['can be copied', 'copied.mp4', [checkVideo, encodeLadder]],
  ['has to be encoded', 'encoded.webm', [checkVideo, encodeVideo, encodeLadder]],
] as const;
test.each(UPLOADS)(
  'an upload that %s is processed before those of an archive, at every step',
  async (_what, name, steps) => {
    const path = await makeVideo(dir, name, { seconds: 1 });
    const bulk: number[] = [];
    for (const idempotencyKey of [`${name} 1`, `${name} 2`]) {
      const fields = UploadFields.parse({ title: 'Of an archive', category: 'Lifestyle' });
      const upload = { userId: creator.id, size: (await stat(path)).size, idempotencyKey, fields };
      bulk.push(await receiveVideo(site.ctx, upload, async () => createReadStream(path)));
    }
    const { id } = await submitVideo(creator, await readFile(path));
    for (const step of steps) {
      const waiting = await waitingIn(step);
      const ids = waiting.map(({ videoId }) => videoId);
      expect([step.name, ids[0], ids.slice(1).toSorted()]).toEqual([step.name, id, bulk.toSorted()]);
      // the archive's are done first here
      for (const data of waiting.toReversed())
        await step.run(site.ctx, data, { id: step.name, signal: new AbortController().signal });
      await sql`delete from pgboss.job where name = ${step.name}`.execute(site.ctx.db);
    }
  },
);
