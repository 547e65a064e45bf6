import type { z } from 'zod';
import type { REQUEST_HEADERS, RESPONSE_HEADERS } from './openapi/headers.ts';

/** Who may call: anyone, a signed-in member, a creator (or admin), an admin. Enforced in server/app/http/handle.ts. */
export type Access = 'public' | 'user' | 'creator' | 'admin';
/** What a key for scripts may do in its person's name: read what is theirs, upload, and change or delete what is theirs. */
export const KEY_SCOPES = ['READ_OWN', 'UPLOAD', 'MANAGE_OWN'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

/**
 * One call of the wire. `path` uses OpenAPI's braces (`/api/videos/{id}`). Absent `params`, `query` and `body`
 * mean "none is read". `response` is the success body's schema (left out: no JSON body, the route answers itself).
 */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  kind: 'endpoint';
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params: P;
  query: Q;
  body: B;
  response: R;
  /** Success status; 200 by default. */
  status?: number;
  /** `text`: errors are answered as text/plain, the sentence alone: clients of register and upload show the body as it is. */
  errors?: 'json' | 'text';
  /**
   * The caller doesn't matter: the Authorization header is ignored, so that an expired session can't cause an error.
   */
  anonymous?: true;
  /** The response contains text in the caller's language. */
  localized?: true;
  /** Requires re-authentication within the last REAUTHENTICATION_MINUTES; otherwise 403 FRESH_SIGN_IN_NEEDED. */
  fresh?: true;
  /** A key with this scope may call it, too; without one no key may, except what it could read as a guest. */
  scope?: KeyScope;
  /** May ask for a proof of work: 428 PROOF_NEEDED with a challenge in a header (contract/errors.ts). */
  proof?: true;
  /** What the request body is, where it isn't JSON; the route then reads the stream itself. */
  consumes?: 'multipart/form-data' | 'application/offset+octet-stream' | 'text/csv';
  /** Bytes of a JSON body that is larger than most. */
  maxBody?: number;
  /** The parts of a multipart/form-data body (for the OpenAPI document; the route reads them itself). */
  form?: z.ZodType;
  /** Headers that the route reads and writes (for the OpenAPI document). */
  headers?: (keyof typeof REQUEST_HEADERS)[];
  answerHeaders?: (keyof typeof RESPONSE_HEADERS)[];
  /** Error statuses beyond those that follow from the rest of the declaration (for the OpenAPI document). */
  errorStatuses?: number[];
  /** A second success status, answered by the same body. */
  also?: number;
  /** What the answer is, where it isn't JSON (for the OpenAPI document). */
  produces?: string;
}

type Declared<P, Q, B, R> = Omit<Endpoint, 'kind' | 'params' | 'query' | 'body' | 'response'> & {
  params?: P;
  query?: Q;
  body?: B;
  response?: R;
};

export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(declared: Declared<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    kind: 'endpoint',
    params: undefined,
    query: undefined,
    body: undefined,
    response: undefined,
    ...declared,
  } as Endpoint<P, Q, B, R>;
}

// The fields are optional, so the type is always "schema or undefined"; only an absent schema stays undefined.
type InputOf<S> = [S] extends [undefined] ? undefined : z.input<Extract<S, Schema>>;
type OutputOf<S> = [S] extends [undefined] ? undefined : z.output<Extract<S, Schema>>;

/** What a caller passes and gets. */
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>;
export type QueryInput<E extends Endpoint> = InputOf<E['query']>;
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;
export type ResponseOf<E extends Endpoint> = OutputOf<E['response']>;
/** The input of a call; a multipart body is a form. */
export type CallInput<E extends Endpoint> = (undefined extends ParamsInput<E>
  ? { params?: undefined }
  : { params: ParamsInput<E> }) &
  (undefined extends QueryInput<E> ? { query?: undefined } : { query?: QueryInput<E> }) &
  (undefined extends BodyInput<E> ? { body?: BodyInput<E> | FormData | Blob } : { body: BodyInput<E> });
/** Omitted where the endpoint has no input; `Extra`: further options of the client. */
export type CallInputs<E extends Endpoint, Extra> =
  Record<never, never> extends CallInput<E> & Extra
    ? [input?: CallInput<E> & Extra]
    : [input: CallInput<E> & Extra];
/** The same as a route returns it: messages are rendered when it is sent. */
export type AnswerOf<E extends Endpoint> = InputOf<E['response']>;
/** What a route reads after parsing. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
