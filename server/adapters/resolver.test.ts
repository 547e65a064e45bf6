import type { LookupAddress } from 'node:dns';
import { expect, test, vi } from 'vitest';
import { startNameServer } from '#server/testing/delivery/name-server.ts';
import { openResolver } from './resolver.ts';

const resolve = (lookup: ReturnType<typeof openResolver>, host: string) =>
  new Promise<LookupAddress[] | string>((done) =>
    lookup(host, { all: true }, (error, found) => done(error ? (error.code ?? '') : found)),
  );

test('looks up names with an unresponsive server four at a time, without using a thread', async () => {
  const server = await startNameServer();
  const lookup = openResolver({ servers: [server.address], timeoutMs: 120_000 });
  const names = Array.from({ length: 150 }, (_, n) => `n${n}.example`);
  const refused: unknown[] = [];
  const answers = names.map(async (name) => {
    const answer = await resolve(lookup, name);
    if (answer === 'EAI_AGAIN') refused.push(name);
    return answer;
  });
  // four are asked for, a hundred wait, and the others are refused at once
  await vi.waitFor(() => expect([server.queries.size, refused.length]).toEqual([4, 46]), { timeout: 30_000 });
  // concurrent lookups of a name share one request
  const [first = ''] = server.queries;
  const again = resolve(lookup, `${first.toUpperCase()}.`);
  expect(server.queries.size).toBe(4);
  server.deny();
  expect(new Set(await Promise.all([again, ...answers]))).toEqual(new Set(['ENOTFOUND', 'EAI_AGAIN']));
  expect([server.queries.size, refused.length]).toEqual([104, 46]);
  expect(server.byThreads.filter((name) => name.endsWith('.example'))).toEqual([]);
});

test('a lookup without a response ends by itself', async () => {
  const server = await startNameServer();
  expect(await resolve(openResolver({ servers: [server.address], timeoutMs: 90 }), 'slow.example')).toBe(
    'EAI_AGAIN',
  );
});
