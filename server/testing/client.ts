import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CallInputs, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { addressOf } from '#contract/site/address.ts';

export type Fetch = (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>;

/** Headers of the one call, e.g. its language. */
interface Extra {
  headers?: Record<string, string>;
}

/** Invalid input, which needn't match the contract. */
interface AnyInput extends Extra {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Failure extends ErrorBody {
  status: number;
}

/** A caller of the test site: a guest, a visitor, a member. */
export interface Caller {
  /** For tests of headers and bytes. */
  fetch: Fetch;
  /** The response as the contract declares it; anything else throws an error with the server's reason. */
  call<E extends Endpoint>(endpoint: E, ...input: CallInputs<E, Extra>): Promise<ResponseOf<E>>;
  /** As `call`, of a list, with the cursor of its next page. */
  page<E extends Endpoint>(
    endpoint: E,
    ...input: CallInputs<E, Extra>
  ): Promise<{ items: ResponseOf<E>; next: string | null }>;
  /** How the server refuses; throws when it doesn't. */
  fails(endpoint: Endpoint, input?: AnyInput): Promise<Failure>;
}

/** The server answered something else than its contract's success. */
class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  readonly code: string;

  constructor(endpoint: Endpoint, { status, code, error, fields }: Failure) {
    const details = fields ? ` ${JSON.stringify(fields)}` : '';
    super(`${endpoint.method} ${endpoint.path}: ${status} ${code} ${error}${details}`);
    this.status = status;
    this.code = code;
  }
}

export function callerBy(fetch: Fetch): Caller {
  return {
    fetch,
    async call(endpoint, ...[input]) {
      return parseResponse(endpoint, await expectSuccess(endpoint, await send(fetch, endpoint, input ?? {})));
    },
    async page(endpoint, ...[input]) {
      const response = await expectSuccess(endpoint, await send(fetch, endpoint, input ?? {}));
      return {
        items: await parseResponse(endpoint, response),
        next: response.headers.get('x-next-cursor'),
      };
    },
    async fails(endpoint, input = {}) {
      const response = await send(fetch, endpoint, input);
      if (response.status < 400)
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${response.status}, not an error: ${await response.text()}`,
        );
      return readFailure(response);
    },
  };
}

/** What has just been made; what signs in. */
export const WithId = z.object({ id: z.number() });
export const WithToken = z.object({ token: z.string() });

/** A body of this shape, where a test needs the response itself; throws where it has another. */
export async function bodyOf<T>(
  response: { json(): Promise<unknown> } | Promise<{ json(): Promise<unknown> }>,
  schema: z.ZodType<T>,
): Promise<T> {
  const body = await (await response).json();
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(`An unexpected body:\n${describeIssues(parsed.error, body)}`);
  return body as T;
}

function send(
  fetch: Fetch,
  { method, path }: Endpoint,
  { params, query, body, headers }: { params?: unknown; query?: unknown; body?: unknown } & Extra,
): Promise<Response> {
  return fetch(addressOf(path, params, query), {
    method,
    headers,
    ...(body instanceof FormData ? { body } : { json: body }),
  });
}

async function expectSuccess(endpoint: Endpoint, response: Response): Promise<Response> {
  const expected = endpoint.status ?? (endpoint.response ? 200 : 204);
  if (response.status === expected || response.status === endpoint.also) return response;
  if (response.status >= 400) throw new CallError(endpoint, await readFailure(response));
  throw new Error(`${endpoint.method} ${endpoint.path} answered ${response.status}, not ${expected}`);
}

/** An endpoint may answer its errors as text. */
async function readFailure(response: Response): Promise<Failure> {
  const { status } = response;
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return { status, code: '', error: text };
  return { status, ...ErrorBody.parse(JSON.parse(text)) };
}

/** Validated strictly: an undeclared field may be one that the caller must not see. */
async function parseResponse<E extends Endpoint>(endpoint: E, response: Response): Promise<ResponseOf<E>> {
  if (!endpoint.response) {
    await response.body?.cancel();
    return undefined as ResponseOf<E>;
  }
  const body: unknown = await response.json();
  const parsed = endpoint.response.safeParse(body);
  const where = `${endpoint.method} ${endpoint.path} answers against its contract`;
  if (!parsed.success) throw new Error(`${where}:\n${describeIssues(parsed.error, body)}`);
  const undeclared = findUndeclared(body, parsed.data);
  if (undeclared) throw new Error(`${where}:\n✖ ${undeclared} isn't declared`);
  return parsed.data as ResponseOf<E>;
}

/** The field, the expectation, and the actual value. */
function describeIssues(error: z.ZodError, body: unknown): string {
  return error.issues
    .map(({ path, message }) => {
      const got = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], body);
      return `✖ ${z.core.toDotPath(path) || 'the body'}: ${message}, got ${JSON.stringify(got)}`;
    })
    .join('\n');
}

/** The path of a field that parsing dropped. */
function findUndeclared(sent: unknown, parsed: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(sent, parsed) || !isObject(sent) || !isObject(parsed)) return undefined;
  for (const [key, value] of Object.entries(sent)) {
    const at = path ? `${path}.${key}` : key;
    if (!(key in parsed)) return at;
    const found = findUndeclared(value, parsed[key], at);
    if (found) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
