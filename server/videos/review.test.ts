import { beforeAll, describe, expect, test } from 'vitest';
import { curation } from '#contract/curation/curation.ts';
import {
  ORIGINS,
  REVIEW_STATUSES,
  type Origin,
  type ReviewStatus,
} from '#contract/submissions/review-states.ts';
import { flushIndex } from '#server/testing/search.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

/** The expected transitions, written out a second time: a change to the table has to be made here as well. */
const ALLOWED: Record<Origin, string[]> = {
  UPLOAD: [
    'PENDING approve APPROVED',
    'PENDING reject REJECTED',
    'APPROVED unapprove PENDING',
    'REJECTED resubmit PENDING',
  ],
  IMPORT: ['PENDING approve APPROVED', 'PENDING reject REJECTED', 'APPROVED unapprove PENDING'],
};
const CALLS = {
  UPLOAD: { root: '/api/submissions', moves: ['approve', 'unapprove', 'reject', 'resubmit'] },
  IMPORT: { root: '/api/admin/imported-videos', moves: ['approve', 'unapprove', 'reject'] },
};

let site: TestSite;
let admin: TestPerson;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN');
  creator = await site.signUp('CONTENT_CREATOR');
});

const add = (origin: Origin, status: ReviewStatus, more: object = {}) =>
  addVideo(site.ctx, {
    origin,
    status,
    ...(origin === 'UPLOAD' ? { uploader_id: creator.id } : {}),
    ...more,
  });
const act = (origin: Origin, id: number, move: string) =>
  (move === 'resubmit' ? creator : admin).fetch(`${CALLS[origin].root}/${id}/${move}`, { method: 'POST' });
const read = async (id: number) =>
  await site.ctx.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe.each(ORIGINS)('the review of an %s', (origin) => {
  const { moves } = CALLS[origin];
  const walk = REVIEW_STATUSES.flatMap((from) => moves.map((move) => [from, move] as const));

  test.each(walk)('%s: %s', async (from, move) => {
    const id = await add(origin, from);
    const answer = await act(origin, id, move);
    const to = REVIEW_STATUSES.find((status) => ALLOWED[origin].includes(`${from} ${move} ${status}`));
    if (to) expect([answer.status, await answer.json()]).toMatchObject([200, { id, status: to }]);
    else expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'WRONG_STATE' }]);
    expect((await read(id)).status).toBe(to ?? from);
  });

  test('makes no move of an archived video', async () => {
    for (const [from, move] of walk) {
      const id = await add(origin, from, { archived_at: new Date() });
      const answer = await act(origin, id, move);
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'WRONG_STATE' }]);
      expect((await read(id)).status).toBe(from);
    }
  });

  test('records who decided, and when', async () => {
    const id = await add(origin, 'PENDING');
    for (const move of ['approve', 'unapprove', 'reject']) {
      await site.ctx.db.updateTable('videos').set({ reviewed_at: null, reviewed_by: null }).execute();
      await act(origin, id, move);
      expect(await read(id), move).toMatchObject({
        reviewed_by: admin.id,
        reviewed_at: expect.any(Date),
      });
    }
  });

  test('takes the featured position of a video that leaves APPROVED', async () => {
    const id = await add(origin, 'APPROVED', { title: `Leaving ${origin}` });
    const feature = (featured: boolean) =>
      admin.fetch(`/api/admin/featured-trending/featured/${id}`, { json: { featured } });
    expect(await (await feature(true)).json()).toMatchObject({ featuredPosition: expect.any(Number) });
    await act(origin, id, 'unapprove');
    await act(origin, id, 'approve');
    await flushIndex(site.ctx);
    expect(await admin.call(curation.candidates, { query: { q: `Leaving ${origin}` } })).toMatchObject([
      { id, isFeatured: false, featuredPosition: null },
    ]);
  });
});
