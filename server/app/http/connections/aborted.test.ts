import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { comments as commentsApi, Comment } from '#contract/comments/comments.ts';
import { transact } from '#server/app/database/database.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { untilWaiting } from '#server/testing/waiting.ts';
import { soakTest } from '#server/testing/soak.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
});

/** Runs a deletion that commits only once all calls wait for its locks; returns the calls' responses. */
async function whileDeleting(statement: string, calls: (() => Promise<Response>)[]): Promise<Response[]> {
  const client = new pg.Client(site.connection);
  await client.connect();
  try {
    await client.query(`begin; ${statement}`);
    const answers = calls.map((call) => call());
    await untilWaiting(client, calls.length);
    await client.query('commit');
    return await Promise.all(answers);
  } finally {
    await client.end();
  }
}

const codes = async (answers: Response[]) =>
  Promise.all(
    answers.map(async (answer) => [
      answer.status,
      (await bodyOf(answer, z.object({ code: z.string() }))).code,
    ]),
  );

test('calls on a video that is deleted while people comment, like and view it return 404', async () => {
  const id = await addVideo(site.ctx);
  const author = site.visitor();
  const comment = await author.call(commentsApi.create, { params: { id }, body: { text: 'First' } });
  const post = (path: string) => () => site.visitor().fetch(`/api/videos/${id}/${path}`, { method: 'POST' });
  const postComment = () => site.visitor().fetch(`/api/videos/${id}/comments`, { json: { text: 'Hello' } });
  const calls = [postComment, post('like'), post('view'), post(`comments/${comment.id}/like`)];
  const answers = await codes(await whileDeleting(`delete from videos where id = ${id}`, calls));
  expect(answers).toEqual(calls.map(() => [404, 'NOT_FOUND']));
});

test('an account that is deleted while it posts no longer has a session', async () => {
  const id = await addVideo(site.ctx);
  const person = await site.signUp();
  const calls = [
    () => person.fetch(`/api/videos/${id}/comments`, { json: { text: 'Hello' } }),
    () => person.fetch('/api/community/posts', { json: { content: 'Hello' } }),
  ];
  const answers = await codes(await whileDeleting(`delete from users where id = ${person.id}`, calls));
  expect(answers).toEqual(calls.map(() => [401, 'SESSION_ENDED']));
});

soakTest('no request returns 500, whatever the lock order', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    const id = await addVideo(site.ctx);
    const people = Array.from({ length: 6 }, () => site.visitor().fetch);
    const first = await Promise.all(
      people.map((fetch) => fetch(`/api/videos/${id}/comments`, { json: { text: `Hello ${round}` } })),
    );
    const comments = await Promise.all(first.map(async (answer) => (await bodyOf(answer, Comment)).id));
    const all = people.flatMap((fetch, at) => [
      ...['like', 'like', 'view', `comments/${comments[at]}/like`].map((path) =>
        fetch(`/api/videos/${id}/${path}`, { method: 'POST' }),
      ),
      fetch(`/api/videos/${id}/comments`, { json: { text: 'Once more' } }),
    ]);
    await delay(round * 3);
    await transact(site.ctx.db, (trx) => trx.deleteFrom('videos').where('id', '=', id).execute());
    for (const { status } of await Promise.all(all)) statuses.add(status);
  }
  for (const status of statuses) expect([200, 201, 404]).toContain(status);
});
