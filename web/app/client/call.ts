import { t } from '@lingui/core/macro';
import { addressOf } from '#contract/site/address.ts';
import type { CallInputs, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/errors.ts';
import { requestReauthentication } from '../session/reauthentication.ts';
import { nextTask } from '#web/ui/idle.ts';
import { tryAgain } from '#web/ui/try-again.ts';
import { backend } from './backend.ts';
import { clearToken, getToken } from '../session/session.ts';

/** What the server answered instead of a success. `message` is a sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | null;
  /** With SECOND_STEP_NEEDED. */
  readonly ticket: string | undefined;
  /** The message is the server's own. */
  readonly isReported: boolean;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null) {
    super(body.error || t`Something went wrong. Please try again.`);
    this.isReported = Boolean(body.error);
    this.status = status;
    this.code = body.code ?? 'UNKNOWN';
    this.fields = body.fields ?? {};
    this.ticket = body.ticket;
    this.retryAfter = retryAfter;
  }
}

/** The message under an error title: the server's own, if it has one. */
export function errorMessage(error: unknown, silent = t`Please try again.`): string {
  if (!(error instanceof ApiError)) return tryAgain();
  return error.isReported ? error.message : silent;
}

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Continues after leaving the page; for small bodies. */
  keepalive?: boolean;
  /** Proves who the person is when the session is not fresh any more, instead of asking them. */
  prove?: () => Promise<boolean>;
}

/** `body` null: not found. */
export interface Answer {
  body: unknown;
  next: string | null;
}

type AnswerGet = (path: string, address: string) => Promise<Answer>;
let answerOnServer: AnswerGet | undefined;

/** On the server, which calls itself; `path` is the endpoint's. */
export const answerCallsBy = (answer: AnswerGet): void => void (answerOnServer = answer);

/**
 * One API call, typed by its endpoint. A 401 ends the session; a required re-authentication is prompted for
 * in place; every other non-2xx throws ApiError.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallInputs<E, Options>
): Promise<ResponseOf<E>> {
  return (await answer(endpoint, input ?? {})).body as ResponseOf<E>;
}

/** A page of a list, with the cursor of the next one. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallInputs<E, Options>
): Promise<{ items: ResponseOf<E>; next: string | null }> {
  const { body, next } = await answer(endpoint, input ?? {});
  return { items: body as ResponseOf<E>, next };
}

interface Sent extends Options {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

async function answer(endpoint: Endpoint, input: Sent): Promise<Answer> {
  const address = addressOf(endpoint.path, input.params, input.query);
  if (endpoint.method === 'GET') {
    if (answerOnServer) return answerOnServer(endpoint.path, address);
    // a page's first calls start in its effects, all in one task: each takes a slow phone 15 ms more
    await nextTask();
  }
  const response = await send(endpoint.method, address, input);
  return { body: await readBody(response), next: response.headers.get('x-next-cursor') };
}

/** A form with files, or a file with its own type. */
const isRaw = (body: unknown): body is FormData | Blob => body instanceof FormData || body instanceof Blob;

/** The answer as it came, once it is a success. */
export async function send(method: string, address: string, input: Sent): Promise<Response> {
  const { body, signal, headers = {}, keepalive, prove = requestReauthentication } = input;
  const token = getToken();
  const response = await fetch(backend(address), {
    method,
    // the visitor's cookie goes along where the app is hosted elsewhere, too
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isRaw(body) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || isRaw(body) ? body : JSON.stringify(body),
    signal,
    keepalive,
  });
  if (response.ok) return response;
  if (response.status === 428 && !headers[PROOF_HEADER]) {
    const proven = await (
      await import('./proof-of-work.ts')
    ).prove(response, (proof) =>
      send(method, address, { ...input, headers: { ...headers, [PROOF_HEADER]: proof } }),
    );
    if (proven) return proven;
  }
  if (response.status === 401 && token && token === getToken()) clearToken();
  const error = await errorOf(response);
  if (error.code === 'FRESH_SIGN_IN_NEEDED' && (await prove()))
    return send(method, address, { ...input, prove: undefined });
  throw error;
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/** Reads an error's body, JSON or (register, upload) plain text. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  const text = await response.text().catch(() => '');
  const type = response.headers.get('content-type') ?? 'text/plain';
  if (!type.includes('json'))
    return new ApiError(
      response.status,
      type.startsWith('text/plain') ? { error: text.trim() } : {},
      retryAfter,
    );
  try {
    return new ApiError(response.status, JSON.parse(text) as Partial<ErrorBody>, retryAfter);
  } catch {
    return new ApiError(response.status, {}, retryAfter);
  }
}
