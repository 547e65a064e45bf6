import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/app/context.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { withdrawSubmission } from '#server/submissions/submissions.actions.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { archiveVideo, deleteVideo } from './archive.actions.ts';
import { reviewImported } from './curation.actions.ts';

let site: TestSite;
let ctx: Context;
let admin: User;
let other: pg.Client;
const events: string[] = [];

beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' });
  const person = await site.signUp('GLOBAL_ADMIN');
  admin = { id: person.id, username: person.username, role: 'GLOBAL_ADMIN' } as User;
  // as if this process died right after the commit: what only follows it is never done
  ctx = { ...site.ctx, cache: { ...site.ctx.cache, drop: () => {}, dropLocal: () => {} } };
  other = new pg.Client(site.connection);
  other.on('notification', ({ payload = '' }) => events.push(...payload.split('\n').slice(1)));
  await other.connect();
  await other.query('listen lll_events');
});
afterAll(() => other.end());

test.for<[what: string, act: (id: number) => Promise<unknown>]>([
  ['unapproved', (id) => reviewImported(ctx, admin, id, 'unapprove')],
  ['archived', (id) => archiveVideo(ctx, admin, id, null)],
  ['deleted', (id) => deleteVideo(ctx, admin, id, { archivedOnly: false })],
  ['withdrawn', (id) => withdrawSubmission(ctx, admin, id)],
])(
  'a video that is %s is dropped from the caches of other processes with the commit',
  async ([what, act]) => {
    const id = await addVideo(
      site.ctx,
      what === 'withdrawn'
        ? { origin: 'UPLOAD', status: 'PENDING', uploader_id: admin.id }
        : { origin: 'IMPORT', source: 'YOUTUBE', source_id: crypto.randomUUID().slice(0, 11) },
    );
    events.length = 0;
    await act(id);
    await expect.poll(() => events).toContain('cache videos');
  },
);
