import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { REQUEST_HEADERS } from '#contract/openapi/headers.ts';
import { Answers } from './answers.ts';
import { Schemas, type JsonSchema } from './schemas.ts';

const CALLER: Record<Access, string> = {
  public: 'Public.',
  user: 'Requires sign-in.',
  creator: 'Requires the content creator role.',
  admin: 'Requires the admin role.',
};

interface About {
  title: string;
  description: string;
  url: string;
  /** What each slice's calls are about, by its name. */
  tags: Record<string, string>;
}

/** The OpenAPI 3.1 document of the given endpoints, from the same schemas that validate. */
export function describeApi(
  endpoints: Record<string, Record<string, Endpoint>>,
  { title, description, url, tags }: About,
) {
  const schemas = new Schemas();
  const answers = new Answers(schemas);
  const parameters: Record<string, Parameter> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [tag, calls] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = {
        tags: [tag],
        operationId: `${tag}.${name}`,
        summary: endpoint.summary,
        description: [CALLER[endpoint.access], endpoint.scope && `API keys need the scope ${endpoint.scope}.`]
          .filter(Boolean)
          .join(' '),
        security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
        parameters: parametersOf(endpoint, schemas).map((one) => shared(one, parameters)),
        ...requestBody(endpoint, schemas),
        responses: answers.of(endpoint),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      contact: { name: title, url },
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url }],
    tags: Object.keys(endpoints).map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: schemas.components,
      parameters,
      headers: answers.headers,
      responses: answers.responses,
    },
  };
}

interface Operation {
  tags: string[];
  operationId: string;
  summary: string | undefined;
  description: string;
  security: object[];
  parameters: object[];
  requestBody?: object;
  responses: object;
}

function requestBody(endpoint: Endpoint, schemas: Schemas) {
  const type = endpoint.consumes ?? 'application/json';
  const sent = endpoint.form ?? endpoint.body;
  if (!sent && type === 'application/json') return {};
  const schema: JsonSchema = sent ? schemas.of(sent, 'input') : { type: 'string', format: 'binary' };
  const isRequired = !sent?.safeParse(undefined).success;
  return { requestBody: { required: isRequired, content: { [type]: { schema } } } };
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: object;
}

function parametersOf(endpoint: Endpoint, schemas: Schemas): Parameter[] {
  const fields = (location: 'path' | 'query', from: z.ZodType | undefined): Parameter[] =>
    (from ? schemas.fields(from) : []).map(({ name, isRequired, schema }) => ({
      name,
      in: location,
      required: location === 'path' || isRequired,
      schema,
    }));
  const headers = [...(endpoint.headers ?? []), ...(endpoint.proof ? (['Proof-Of-Work'] as const) : [])];
  return [
    ...fields('path', endpoint.params),
    ...fields('query', endpoint.query),
    ...headers.map((name): Parameter => ({ name, in: 'header', required: false, ...REQUEST_HEADERS[name] })),
  ];
}

/** The first parameter of a name becomes a component; later ones reference it. */
function shared(parameter: Parameter, components: Record<string, Parameter>) {
  const there = (components[parameter.name] ??= parameter);
  if (JSON.stringify(there) !== JSON.stringify(parameter)) return parameter;
  return { $ref: `#/components/parameters/${parameter.name}` };
}
