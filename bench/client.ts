// A client that costs less than the servers it measures: raw sockets, one request at a time each, bodies only
// counted. '{"url", "paths", "headers", "connections", "seconds", "everyMs"}' | node client.ts prints
// {"requests", "bytes"} per second, the {"p50", "p99"} latency in milliseconds, the number of {"bad"}
// responses, and the first of them.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const BUFFER_BYTES = 512 * 1024;

/** A GET of this address, or a POST of JSON. */
export type BenchRequest = string | { path: string; post: object };

interface Task {
  url: string;
  /** Requested in turn, instead of that of `url`. */
  paths?: BenchRequest[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** The request interval of each connection, evenly spread; without it, as fast as responses arrive. */
  everyMs?: number;
}

const task = JSON.parse(readFileSync(0, 'utf8')) as Task;
const url = new URL(task.url);
const head = Object.entries(task.headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const requests = (task.paths ?? [url.pathname + url.search]).map((sendRequest) => {
  if (typeof sendRequest === 'string')
    return Buffer.from(`GET ${sendRequest} HTTP/1.1\r\nHost: ${url.host}\r\n${head}\r\n`);
  const body = JSON.stringify(sendRequest.post);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST ${sendRequest.path} HTTP/1.1\r\nHost: ${url.host}\r\n${head}${type}\r\n${body}`);
});
let sentCount = 0;
const count = { requests: 0, bytes: 0, bad: 0, body: '' };
const times: number[] = [];
/** Shared: each read is counted before the next. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES);

function countBad(body: string): void {
  count.bad += 1;
  count.body ||= body;
}

/** Where the body of the answer in `text` starts, and its length; `isLast` on this connection. Null while the head isn't whole. */
function readHead(text: string): { start: number; length: number; isLast: boolean } | null {
  const start = text.indexOf('\r\n\r\n') + 4;
  if (start < 4) return null;
  if (!text.startsWith('HTTP/1.1 20')) countBad(text.slice(0, text.indexOf('\r\n')));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return { start, length, isLast: /\r\nconnection: close\r\n/i.test(text.slice(0, start)) };
}

/** Sends at once, or when the next is due; waiting for a previous response counts as latency. */
function sendRequest(socket: Socket, due: number): void {
  const wait = due - performance.now();
  const send = () => void socket.write(requests[sentCount++ % requests.length] ?? '');
  if (wait > 0) setTimeout(send, wait);
  else send();
}

const nextDue = (due: number): number => (task.everyMs ? due + task.everyMs : performance.now());

function open(first: number): void {
  let due = first;
  let left = 0;
  let isLast = false;
  let unread = '';
  const callback = (bytes: number): boolean => {
    for (let at = 0; at < bytes;) {
      if (left === 0) {
        const chunk = buffer.toString('latin1', at, Math.min(bytes, at + 4096));
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
        times.push(performance.now() - due);
        due = nextDue(due);
        if (isLast) {
          // nginx ends a connection after a thousand requests
          socket.destroy();
          open(due);
          return false;
        }
        sendRequest(socket, due);
      }
    }
    return true;
  };
  const socket = connect({ port: Number(url.port), host: url.hostname, onread: { buffer, callback } });
  socket.once('connect', () => sendRequest(socket, due));
  socket.on('error', ({ message }) => countBad(message));
}

const start = performance.now();
for (let n = 0; n < task.connections; n += 1) {
  const first = (n * (task.everyMs ?? 0)) / task.connections;
  setTimeout(() => open(start + first), first);
}
setTimeout(() => {
  const seconds = (performance.now() - start) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  const rates = { requests: count.requests / seconds, bytes: count.bytes / seconds };
  console.log(JSON.stringify({ ...count, ...rates, p50: quantile(0.5), p99: quantile(0.99) }));
  process.exit(0);
}, task.seconds * 1000);
