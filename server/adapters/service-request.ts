import { isDeep } from './untrusted/shallow-json.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1 << 20;
/** Objects and arrays: an object with one large number for a key takes eight kilobytes once it is parsed. */
const MAX_PARTS = 5_000;

export interface ServiceRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Ends it sooner than `timeoutMs`, which counts until the last byte of the answer. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Unpacked. */
  maxBytes?: number;
  /** None is followed; `manual`: one is an answer like any other. */
  redirect?: 'error' | 'manual';
}

/**
 * `fetch` for services that the owner named or we did (YouTube, identity providers, the geocoder, PayPal, tiles, the feed of
 * releases): the whole answer is here when it resolves, within limits of size, time and, where it is JSON, of depth and
 * parts. Rejects with a TypeError that has a cause, or the reason of `signal`. Addresses that visitors or members enter are
 * called by outbound.ts.
 */
export async function requestService(
  url: string | URL,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, redirect = 'error', headers, ...init }: ServiceRequest = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { 'user-agent': 'lll', ...headers },
      redirect,
      signal,
    });
    const { status } = answer;
    const read = await readWhole(answer, maxBytes);
    return new Response(read.length > 0 ? read : null, { status, headers: answer.headers });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new TypeError('The service could not be asked.', { cause });
  }
}

async function readWhole({ body }: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`Its answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const read = Buffer.concat(chunks);
  const isJson = /^\s*[[{]/.test(read.toString('latin1', 0, 64));
  if (isJson && isDeep(read.toString('latin1'), MAX_PARTS)) throw new Error('Its answer has too many parts.');
  return read;
}
