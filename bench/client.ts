// A client that costs less than the servers it measures: raw sockets, one request at a time each, bodies only counted.
// '{"url", "paths", "headers", "connections", "seconds"}' | node client.ts prints {"requests", "bytes"} per second, and
// how many answers were {"bad"}, with what the first of them said.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const BUFFER_BYTES = 512 * 1024;

interface Task {
  url: string;
  /** Asked in turn, instead of the one of `url`. */
  paths?: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

const task = JSON.parse(readFileSync(0, 'utf8')) as Task;
const url = new URL(task.url);
const head = Object.entries(task.headers).map(([name, value]) => `${name}: ${value}\r\n`);
const requests = (task.paths ?? [url.pathname + url.search]).map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${head.join('')}\r\n`),
);
let asked = 0;
const nextRequest = () => requests[asked++ % requests.length] ?? '';
const count = { requests: 0, bytes: 0, bad: 0, said: '' };

function countBad(said: string): void {
  count.bad += 1;
  count.said ||= said;
}

/** Where the body of the answer in `text` starts, and its length; `isLast` on this connection. Null while the head isn't whole. */
function readHead(text: string): { start: number; length: number; isLast: boolean } | null {
  const start = text.indexOf('\r\n\r\n') + 4;
  if (start < 4) return null;
  if (!text.startsWith('HTTP/1.1 20')) countBad(text.slice(0, text.indexOf('\r\n')));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return { start, length, isLast: /\r\nconnection: close\r\n/i.test(text.slice(0, start)) };
}

function open(): void {
  let left = 0;
  let isLast = false;
  let unread = '';
  const callback = (bytes: number, buffer: Uint8Array): boolean => {
    for (let at = 0; at < bytes;) {
      if (left === 0) {
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset + at, Math.min(bytes - at, 4096)).toString(
          'latin1',
        );
        const found = readHead(unread + chunk);
        if (found === null) {
          unread += chunk;
          return true;
        }
        at += found.start - unread.length;
        ({ length: left, isLast } = found);
        unread = '';
      }
      const part = Math.min(left, bytes - at);
      left -= part;
      at += part;
      count.bytes += part;
      if (left === 0) {
        count.requests += 1;
        if (isLast) {
          // nginx ends a connection after a thousand requests
          socket.destroy();
          open();
          return false;
        }
        socket.write(nextRequest());
      }
    }
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback };
  const socket = connect({ port: Number(url.port), host: url.hostname, onread });
  socket.once('connect', () => socket.write(nextRequest()));
  socket.on('error', ({ message }) => countBad(message));
}

for (let connection = 0; connection < task.connections; connection += 1) open();
const start = performance.now();
setTimeout(() => {
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ ...count, requests: count.requests / seconds, bytes: count.bytes / seconds }));
  process.exit(0);
}, task.seconds * 1000);
