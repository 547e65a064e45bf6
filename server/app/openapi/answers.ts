import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { RESPONSE_HEADERS } from '#contract/openapi/headers.ts';
import type { Schemas } from './schemas.ts';

type HeaderName = keyof typeof RESPONSE_HEADERS;

interface ErrorAnswer {
  name: string;
  description: string;
  headers?: HeaderName[];
}

const ERRORS: Record<number, ErrorAnswer> = {
  400: { name: 'BadRequest', description: 'Malformed or invalid input' },
  401: { name: 'Unauthorized', description: 'Missing or invalid token' },
  403: { name: 'Forbidden', description: 'Insufficient role' },
  404: { name: 'NotFound', description: 'Not found, or not visible to the caller' },
  409: { name: 'Conflict', description: 'Conflict with the current state' },
  412: { name: 'PreconditionFailed', description: 'A protocol precondition failed' },
  413: { name: 'ContentTooLarge', description: 'Too large' },
  415: { name: 'UnsupportedMediaType', description: 'Unsupported media type' },
  422: { name: 'UnprocessableContent', description: 'Well-formed, but rejected by validation' },
  428: {
    name: 'ProofNeeded',
    description: 'Proof of work required. Repeat the request with the solved challenge',
    headers: ['Proof-Of-Work-Challenge'],
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests. See Retry-After',
    headers: ['Retry-After'],
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'Starting up, or a dependency is down. See Retry-After',
    headers: ['Retry-After'],
  },
};

const UNKNOWN: ErrorAnswer = { name: 'OtherError', description: 'Another error' };
/** For clients that show the body as is (`errors: 'text'`), whatever the status. */
const TEXT_ERROR: ErrorAnswer = {
  name: 'ErrorText',
  description: 'The message as plain text. 429 and 503 with Retry-After, 428 with the challenge',
  headers: ['Retry-After', 'Proof-Of-Work-Challenge'],
};

/** What a mere question never gets. */
const FOR_CHANGES = ['409', '413', '415', '422'];
const SUCCESS: Record<number, string> = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No content' };

/** The answers of all calls; those that many give are components. */
export class Answers {
  readonly responses: Record<string, unknown> = {};
  readonly headers: Record<string, unknown> = {};
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  of(endpoint: Endpoint): Record<string, unknown> {
    const status = endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204);
    return {
      [status]: this.success(endpoint, status),
      ...(endpoint.also && { [endpoint.also]: this.success(endpoint, endpoint.also) }),
      ...Object.fromEntries(
        errorsOf(endpoint).map((error) => [error, this.error(Number(error), endpoint.errors)]),
      ),
    };
  }

  private success(endpoint: Endpoint, status: number) {
    const { response, produces, answerHeaders = [] } = endpoint;
    const goesOn =
      endpoint.query && this.schemas.fields(endpoint.query).some(({ name }) => name === 'cursor');
    const headers: HeaderName[] = [...answerHeaders, ...(goesOn ? (['X-Next-Cursor'] as const) : [])];
    const answer = {
      description: SUCCESS[status] ?? 'Success',
      ...(headers.length > 0 && { headers: this.refer(headers) }),
      ...(response && { content: { 'application/json': { schema: this.schemas.of(response, 'output') } } }),
      ...(!response && produces && { content: { [produces]: { schema: { type: 'string' } } } }),
    };
    if (status !== 204 || headers.length > 0) return answer;
    this.responses['NoContent'] = answer;
    return { $ref: '#/components/responses/NoContent' };
  }

  private error(status: number, as: Endpoint['errors'] = 'json') {
    const { name, description, headers } = as === 'text' ? TEXT_ERROR : (ERRORS[status] ?? UNKNOWN);
    this.responses[name] ??= {
      description,
      ...(headers && { headers: this.refer(headers) }),
      content:
        as === 'text'
          ? { 'text/plain': { schema: { type: 'string' } } }
          : { 'application/json': { schema: this.schemas.of(ErrorBody, 'output') } },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  private refer(names: HeaderName[]) {
    for (const name of names) this.headers[name] = RESPONSE_HEADERS[name];
    return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }
}

function errorsOf({ access, anonymous, method, proof, errorStatuses = [] }: Endpoint): string[] {
  return Object.keys(ERRORS).filter(
    (status) =>
      errorStatuses.includes(Number(status)) ||
      (status !== '412' &&
        (status !== '428' || proof === true) &&
        !(status === '401' && anonymous) &&
        !(status === '403' && access === 'public') &&
        !(FOR_CHANGES.includes(status) && method === 'GET')),
  );
}
