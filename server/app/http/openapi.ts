import { z } from 'zod';
import { ErrorBody } from '#contract/errors.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const ERRORS: Record<number, string> = {
  400: 'Malformed or invalid input',
  401: 'No or bad token',
  403: 'Role too low',
  404: 'Not there, or not yours to see',
  409: 'In conflict with the present state',
  412: 'A condition of the protocol is not met',
  413: 'Too large',
  415: 'Wrong media type',
  422: 'Well-formed, but rejected by a rule',
  428: 'Proof of work needed: the same call again, with the solved challenge of Proof-Of-Work-Challenge',
  429: 'Too many; see Retry-After',
  503: 'Starting up, or a dependency is down; see Retry-After',
};

/** The OpenAPI 3.1 document of the given endpoints, from the same schemas that validate. */
export function describeApi(
  endpoints: Record<string, Record<string, Endpoint>>,
  { title, url }: { title: string; url: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, calls] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint, tag, name);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toSchema(ErrorBody, 'output') },
    },
  };
}

/** What a mere question never gets. */
const FOR_CHANGES = ['409', '413', '415', '422'];

function errorsOf({ access, anonymous, method, proof, errorStatuses = [] }: Endpoint): [string, string][] {
  return Object.entries(ERRORS).filter(
    ([status]) =>
      errorStatuses.includes(Number(status)) ||
      (status !== '412' &&
        (status !== '428' || proof === true) &&
        !(status === '401' && anonymous) &&
        !(status === '403' && access === 'public') &&
        !(FOR_CHANGES.includes(status) && method === 'GET')),
  );
}

const PROOF = {
  name: 'Proof-Of-Work',
  in: 'header',
  required: false,
  description: 'After a 428: {"challenge", "solution"} in base64url, see docs/api.md',
  schema: { type: 'string' },
};

function describe(endpoint: Endpoint, tag: string, name: string) {
  const problem =
    endpoint.errors === 'text'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const open = endpoint.access === 'public';
  const sent = endpoint.form ?? endpoint.body;
  const body = sent && { [endpoint.consumes ?? 'application/json']: { schema: toSchema(sent, 'input') } };
  const success = {
    description: 'Success',
    ...(endpoint.response
      ? { content: { 'application/json': { schema: toSchema(endpoint.response, 'output') } } }
      : endpoint.produces
        ? { content: { [endpoint.produces]: {} } }
        : {}),
  };
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: endpoint.summary,
    ...(open ? { security: [] } : { security: [{ bearer: [] }], description: `Needs: ${endpoint.access}` }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.proof ? [PROOF] : []),
    ],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.status ?? (endpoint.response || endpoint.produces ? 200 : 204)]: success,
      ...(endpoint.also ? { [endpoint.also]: success } : {}),
      ...Object.fromEntries(
        errorsOf(endpoint).map(([status, description]) => [status, { description, content: problem }]),
      ),
    },
  };
}

interface JsonSchema {
  properties?: Record<string, unknown>;
  required?: string[];
  [key: string]: unknown;
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
