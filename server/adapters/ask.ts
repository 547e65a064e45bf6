import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { lookUpService } from './resolver.ts';
import { isDeep } from './untrusted/shallow-json.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1 << 20;
/** Objects and arrays: an object with one large number for a key takes eight kilobytes once it is parsed. */
const MAX_PARTS = 5_000;

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Ends it sooner than `timeoutMs`, which counts until the last byte of the answer. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  maxBytes?: number;
  /** None is followed; `manual`: one is an answer like any other. */
  redirect?: 'error' | 'manual';
  lookup?: LookupFunction;
}

/**
 * As `fetch`, for services outside (YouTube, identity providers, the geocoder, PayPal, tiles, the feed of releases): the
 * whole answer is here when it resolves, within limits of size, time and, where it is JSON, of depth and parts. Their names
 * are looked up by adapters/resolver.ts. Rejects with a TypeError that has a cause, or the reason of `signal`.
 */
export async function askService(url: string | URL, ask: Ask = {}): Promise<Response> {
  const { method = 'GET', body, maxBytes = MAX_BYTES, lookup = lookUpService } = ask;
  const timeout = AbortSignal.timeout(ask.timeoutMs ?? TIMEOUT_MS);
  const signal = ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout;
  try {
    const target = new URL(url);
    const { request } = target.protocol === 'http:' ? http : https;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'user-agent': 'lll', ...ask.headers };
      const call = request(target, { method, headers, lookup, signal, agent: false });
      call.on('response', resolve).on('error', reject).end(body);
    });
    const { statusCode: status = 0, headers } = answer;
    const read = await readWhole(answer, maxBytes);
    if (ask.redirect !== 'manual' && status >= 300 && status < 400) throw new Error('It leads elsewhere.');
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(read.length > 0 ? new Uint8Array(read) : null, { status, headers: given });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new TypeError('The service could not be asked.', { cause });
  }
}

async function readWhole(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`Its answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const read = Buffer.concat(chunks);
  const isJson = /^\s*[[{]/.test(read.toString('latin1', 0, 64));
  if (isJson && isDeep(read.toString('latin1'), MAX_PARTS)) throw new Error('Its answer has too many parts.');
  return read;
}
