import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnections } from './connections.ts';

const MEGABYTE = Buffer.alloc(1 << 20);

let server: Server;
let started: string[];
let open: number;
let mostOpen: number;
const clients: Socket[] = [];

beforeEach(() => {
  started = [];
  open = 0;
  mostOpen = 0;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function listen(answer: RequestListener, options: { silentTimeout?: number } = {}): Promise<void> {
  const handler: RequestListener = (request, reply) => {
    started.push(request.url ?? '');
    mostOpen = Math.max(mostOpen, (open += 1));
    reply.prependOnceListener('close', () => (open -= 1));
    answer(request, reply);
  };
  server = createConnections({ handler, keepAliveTimeout: 60_000, ...options });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

function client(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  clients.push(socket);
  return socket;
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

/** The data received until `count` responses have arrived. */
async function readAnswers(socket: Socket, count: number): Promise<string[]> {
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    const answers = received.match(/<\/\d+>/g) ?? [];
    if (answers.length === count) return answers;
  }
  throw new Error(`Closed after: ${received.slice(-200)}`);
}

it('answers many pipelined requests in order, one at a time', async () => {
  await listen((request, reply) => setImmediate(() => reply.end(`<${request.url}>`)));
  const socket = client();
  socket.write(requests(2300));
  const answers = await readAnswers(socket, 2300);
  expect(answers).toEqual(Array.from({ length: 2300 }, (_, n) => `</${n}>`));
  expect(mostOpen).toBe(1);
});

it.each(['x', '\r\n\r\n'])(
  'continues reading after a body of %j that was queued with other requests',
  async (piece) => {
    await listen((request, reply) => {
      request.resume().once('end', () => reply.end(`<${request.url}>`));
    });
    const socket = client();
    socket.write(
      `${requests(3)}POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: ${piece.length * 300_000}\r\n\r\n`,
    );
    socket.write(piece.repeat(300_000));
    socket.write('GET /4 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await readAnswers(socket, 5)).toEqual(['</0>', '</1>', '</2>', '</3>', '</4>']);
  },
);

it('starts no more requests for a client that doesn’t read', async () => {
  await listen((_request, reply) => setImmediate(() => reply.end(MEGABYTE)));
  const lazy = [client(), client()];
  for (const socket of lazy) socket.pause().write(requests(2300));
  // until the system takes no more: some megabytes
  let before = -1;
  while (before !== started.length) {
    before = started.length;
    await delay(200);
  }
  expect(started.length).toBeLessThan(100);
  expect(open).toBe(2);
});

it('reads only a few pipelined requests until the first is answered', async () => {
  await listen((_request, reply) => void (first ??= reply));
  let first: ServerResponse | undefined;
  let read = 0;
  server.on('request', () => (read += 1));
  const socket = client();
  socket.write(requests(2300));
  await vi.waitFor(() => expect(first).toBeDefined(), { timeout: 20_000 });
  // as long as reading them all would take
  for (let n = 0; n < 3; n += 1) await delay(50);
  expect(read).toBeLessThan(30);
  expect(socket.bytesWritten).toBe(requests(2300).length);
});

it('disconnects a client that doesn’t read a large response', async () => {
  await listen((_request, reply) => void reply.end(Buffer.alloc(64 << 20)), { silentTimeout: 100 });
  client().pause().write(requests(1));
  await vi.waitFor(() => expect(started).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 20_000 });
});

it('waits for a slow response and for a quiet stream', async () => {
  await listen(
    (request, reply) => {
      if (request.url === '/0') setTimeout(() => reply.end('</0>'), 500);
      else {
        reply.write('</1>');
        setTimeout(() => reply.end('</2>'), 500);
      }
    },
    { silentTimeout: 50 },
  );
  const socket = client();
  socket.write(requests(2));
  expect(await readAnswers(socket, 3)).toEqual(['</0>', '</1>', '</2>']);
});
