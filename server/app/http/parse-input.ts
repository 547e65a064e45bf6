import type { FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import { fail } from './errors.ts';
import { parseAs } from './invalid-input.ts';

/**
 * The params, query and body of a call as its endpoint declares them. Throws 400 with a sentence for each
 * field.
 */
export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  return {
    params: parsePart(endpoint, request, 'params') as ParamsOf<E>,
    query: parsePart(endpoint, request, 'query') as QueryOf<E>,
    body: (endpoint.consumes ? undefined : parsePart(endpoint, request, 'body')) as BodyOf<E>,
  };
}

export function parsePart(
  endpoint: Endpoint,
  request: FastifyRequest,
  name: 'params' | 'query' | 'body',
): unknown {
  const schema = endpoint[name];
  if (!schema) return undefined;
  // other parsers serve uploads: their bodies are no JSON that was merely wrong
  if (name === 'body' && !/^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json'))
    throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the request as application/json.');
  return parseAs(schema, name === 'body' ? readJson(request) : (request[name] ?? {}));
}

/** The body stays text until the caller is known; calls without a body often send the content type anyway. */
function readJson(request: FastifyRequest): unknown {
  const { body } = request;
  if (typeof body !== 'string' || body === '') return undefined;
  let read: { error: Error | null; value?: unknown } = { error: null };
  void request.server.getDefaultJsonParser('error', 'error')(request, body, (error, value) => {
    read = { error, value };
  });
  if (read.error) throw read.error;
  return read.value;
}
