import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { videos } from '#contract/videos/videos.ts';
import { WithId } from '#server/testing/client.ts';
import { callerBy } from './client.ts';
import { startTestSite } from './site.ts';
import { addVideo } from './videos.ts';

const subject = endpoint({
  method: 'GET',
  path: '/api/things/{id}',
  access: 'public',
  summary: 'A thing',
  params: WithId,
  response: z.object({ id: z.number(), tags: z.array(z.object({ name: z.string() })) }),
});
const answering = (body: unknown, status = 200) =>
  callerBy(() => Promise.resolve(Response.json(body, { status }))).call(subject, { params: { id: 1 } });

test("a call returns what the contract promises, or throws the server's error", async () => {
  const site = await startTestSite();
  const id = await addVideo(site.ctx);
  expect(await site.call(videos.get, { params: { id } })).toMatchObject({ id, isPublic: true });
  expect(await site.visitor().call(videos.like, { params: { id } })).toEqual({ likes: 1, liked: true });
  expect(await site.page(videos.list, { query: { limit: 1 } })).toMatchObject({
    items: [{ id }],
    next: null,
  });
  await expect(site.call(videos.get, { params: { id: 999_999 } })).rejects.toThrow(
    'GET /api/videos/{id}: 404 NOT_FOUND Video not found',
  );
  expect(await site.fails(videos.get, { params: { id: 'x' } })).toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
  });
  await expect(site.fails(videos.get, { params: { id } })).rejects.toThrow(
    'GET /api/videos/{id} answered 200, not an error',
  );
});

test('a response that breaks the contract reports the field, the expected type and the actual value', async () => {
  const where = 'GET /api/things/{id} answers against its contract:\n✖';
  await expect(answering({ id: 1, tags: [{ name: 'a' }] })).resolves.toEqual({
    id: 1,
    tags: [{ name: 'a' }],
  });
  await expect(answering({ id: 'one', tags: [{ name: 'a' }, {}] })).rejects.toThrow(
    `${where} id: Invalid input: expected number, received string, got "one"\n` +
      '✖ tags[1].name: Invalid input: expected string, received undefined, got undefined',
  );
  await expect(answering({ id: 1, tags: [{ name: 'a', secret: 1 }] })).rejects.toThrow(
    `${where} tags.0.secret isn't declared`,
  );
  await expect(answering({ id: 1, tags: [] }, 201)).rejects.toThrow('answered 201, not 200');
});
