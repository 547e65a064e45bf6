import { readFile, glob } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestService } from './service-request.ts';

let answer: (response: ServerResponse) => void = (response) => response.end();
const service = createServer((_request, response) => answer(response));
let url = '';
beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test('returns a response complete and unchanged', async () => {
  answer = (response) => response.writeHead(422, { 'content-type': 'application/json' }).end('{"a":[1]}');
  const response = await requestService(url);
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    422,
    'application/json',
    { a: [1] },
  ]);
  answer = (response) => response.writeHead(204).end();
  expect((await requestService(url, { method: 'POST', body: 'x' })).status).toBe(204);
});

const tooMuch: Record<string, (response: ServerResponse) => void> = {
  'two megabytes': (response) => response.end(Buffer.alloc(2 << 20, 0x20)),
  'an answer without end': (response) =>
    void setInterval(() => response.write(' '.repeat(65_536)), 1).unref(),
  'deep nesting': (response) => response.end('['.repeat(1000) + ']'.repeat(1000)),
  'two megabytes, packed': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2 << 20, 0x20))),
  // each takes eight kilobytes once it is parsed
  'many small objects': (response) => response.end(`[${'{"1000":0},'.repeat(20_000)}0]`),
  'a way elsewhere': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'an answer that breaks off': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => response.destroy());
  },
};
test.each(Object.keys(tooMuch))('rejects %s', async (name) => {
  answer = tooMuch[name] ?? answer;
  await expect(requestService(url)).rejects.toBeInstanceOf(TypeError);
});

test('gives up in time on a response that never ends, byte by byte, or never begins', async () => {
  answer = (response) => void setInterval(() => response.write(' '), 5).unref();
  await expect(requestService(url, { timeoutMs: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  answer = () => {};
  await expect(requestService(url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('no other server code calls fetch', async () => {
  const found: string[] = [];
  for await (const path of glob('server/**/*.ts')) {
    if (/\.test\.ts$|^server\/(testing|sample)\//.test(path)) continue;
    const source = (await readFile(path, 'utf8')).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    if (/(?<![.\w]|async )fetch\(|\?\? fetch\)/.test(source)) found.push(path);
  }
  expect(found).toEqual(['server/adapters/service-request.ts']);
});
