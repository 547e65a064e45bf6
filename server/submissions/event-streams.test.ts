import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { takeSample } from '#server/testing/soak.ts';

const MOST = 5;
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' });
});

async function openStreams(person: TestPerson, count: number): Promise<Response[]> {
  const id = await addVideo(site.ctx, { uploader_id: person.id, status: 'PENDING' });
  return Promise.all(Array.from({ length: count }, () => person.fetch(`/api/submissions/${id}/events`)));
}
const statuses = (streams: Response[]) => streams.map(({ status }) => status);
/** Until the server ended it. */
const whole = async (stream: Response) => (await stream.text()).length > 0;

test('one user can open five streams at once, and one more when one is closed', async () => {
  const ann = await site.signUp('CONTENT_CREATOR');
  const [first, ...others] = await openStreams(ann, MOST);
  expect(statuses(await openStreams(ann, 1))).toEqual([429]);
  // other people's streams are not counted
  const bob = await site.signUp('CONTENT_CREATOR');
  const [another] = await openStreams(bob, 1);
  expect(another?.status).toBe(200);
  await first?.body?.cancel();
  await expect
    .poll(async () => {
      const [next] = await openStreams(ann, 1);
      await next?.body?.cancel();
      return next?.status;
    })
    .toBe(200);
  for (const stream of [...others, another]) await stream?.body?.cancel();
});

test.each(takeSample(['the session', 'a suspension'], 1))('the streams end with %s', async (what) => {
  const ann = await site.signUp('CONTENT_CREATOR');
  const streams = await openStreams(ann, MOST);
  expect(statuses(streams)).toEqual(Array.from({ length: MOST }, () => 200));
  if (what === 'the session')
    expect((await ann.fetch('/api/auth/logout', { method: 'POST' })).status).toBe(204);
  else {
    const admin = await site.signUp('GLOBAL_ADMIN');
    const json = { reason: 'Spam' };
    expect((await admin.fetch(`/api/admin/people/${ann.id}/suspend`, { json })).ok).toBe(true);
  }
  expect(await Promise.all(streams.map(whole))).toEqual(streams.map(() => true));
});
