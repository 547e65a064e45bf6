import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { describeCalls } from './api-document.routes.ts';

interface Schema {
  type?: string | string[];
  [keyword: string]: unknown;
}
interface Operation {
  security: object[];
  parameters: { $ref?: string; name?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties: object } }> };
  responses: Record<string, { $ref?: string; content?: object; headers?: object }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, Schema> }>;
    parameters: Record<string, { schema: Schema }>;
    responses: Record<string, { content?: object; headers?: object }>;
  };
}

const read = (path: Parameters<typeof describeCalls>[0]) =>
  JSON.parse(JSON.stringify(describeCalls(path, 'LLL', 'https://videos.test'))) as Document;
const everybodys = read('/api/openapi.json');
const { paths, components } = everybodys;

const operation = (path: string, method: string) => paths[path]?.[method];
const statuses = (path: string, method: string) => Object.keys(operation(path, method)?.responses ?? {});

describe.each([
  ['everybody', everybodys],
  ['admins', read('/api/openapi-admin.json')],
] as const)('the API document for %s', (who, document) => {
  test('passes the redocly linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // ids are numbers, so that /orders/mine is no /orders/{id}
        'no-ambiguous-paths': 'off',
        // signing in by a provider only ever sends a browser on
        'operation-2xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test('matches its stored copy, which has to be updated with every change to the wire', async () => {
    const lines = [
      ...Object.entries(document.paths).map(([path, calls]) => `${path} ${JSON.stringify(calls)}`),
      ...Object.entries(document.components).flatMap(([kind, parts]) =>
        Object.entries(parts).map(([name, part]) => `${kind}/${name} ${JSON.stringify(part)}`),
      ),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`wire/${who}.txt`);
  });

  test('gives everything a type', () => {
    const anything: string[] = [];
    const walk = (value: unknown, where: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (/^(any|one|all)Of$/.test(key) && (inner as object[]).some((one) => Object.keys(one).length === 0))
          anything.push(where);
        walk(inner, `${where}/${key}`);
      }
    };
    walk(document, '');
    expect(anything).toEqual([]);
  });
});

test('schemas have the names of the contract, and are defined once', () => {
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Video', 'Order', 'Comment', 'Post', 'Creator', 'Product', 'Submission', 'Me']),
  );
  expect(operation('/api/videos', 'get')?.responses['200']?.content).toEqual({
    'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Video' } } },
  });
  // 574 KB when each stood where it was used
  expect(JSON.stringify(everybodys).length).toBeLessThan(340_000);
});

test('a limit is documented by its type, not by how it is parsed', () => {
  expect(components.parameters['limit']?.schema).toEqual({ type: 'integer', minimum: 1 });
  expect(components.parameters['id']?.schema).toMatchObject({ type: 'integer', minimum: 1 });
  expect(components.schemas['NewComment']?.properties).toMatchObject({
    authorUsername: { type: ['string', 'null'], maxLength: 50 },
    text: { type: 'string', minLength: 1, maxLength: 2000 },
  });
});

test('documents headers for pagination, retry delays, proofs of work and resumable uploads', () => {
  expect(operation('/api/videos', 'get')?.responses['200']?.headers).toHaveProperty('X-Next-Cursor');
  expect(operation('/api/videos/{id}', 'get')?.responses['200']?.headers).toBeUndefined();
  expect(components.responses['TooManyRequests']?.headers).toHaveProperty('Retry-After');
  expect(components.responses['ProofNeeded']?.headers).toHaveProperty('Proof-Of-Work-Challenge');
  const append = operation('/api/submissions/resumable/{upload}', 'patch');
  expect(append?.parameters).toContainEqual({ $ref: '#/components/parameters/Upload-Offset' });
  expect(append?.responses['204']?.headers).toHaveProperty('Submission-Id');
});

test('documents a form with its parts, including files', () => {
  const upload = operation('/api/submissions/upload', 'post');
  expect(upload?.requestBody?.content['multipart/form-data']?.schema.properties).toMatchObject({
    file: { type: 'string', format: 'binary' },
    thumbnail: { type: 'string', format: 'binary' },
    title: { type: 'string' },
  });
  expect(upload?.responses['413']).toEqual({ $ref: '#/components/responses/ErrorText' });
  expect(Object.keys(components.responses['ErrorText']?.content ?? {})).toEqual(['text/plain']);
});

test('documents every status that a response may have', () => {
  const changed = ['400', '404', '409', '413', '415', '422', '429', '503'];
  expect(statuses('/api/orders', 'post')).toEqual(['200', '201', '401', ...changed].sort());
  // a token that ended, even where none is needed
  expect(statuses('/api/videos/{id}/like', 'post')).toEqual(['200', '401', ...changed].sort());
  // what scripts flood may ask for a proof of work
  expect(statuses('/api/auth/register', 'post')).toContain('428');
  expect(statuses('/api/auth/login', 'post')).not.toContain('428');
  expect(statuses('/api/me', 'get')).toEqual(['200', '400', '401', '403', '404', '429', '503']);
});

test("documents the payment provider's webhook, too", () => {
  expect(operation('/api/payments/paypal/webhook', 'post')?.responses['200']?.content).toBeDefined();
});

test('documents 401 for signing in, 412 for the upload protocol, and which endpoints are public', () => {
  expect(statuses('/api/auth/login', 'post')).toContain('401');
  expect(statuses('/api/auth/register', 'post')).not.toContain('412');
  expect(statuses('/api/submissions/resumable', 'post')).toContain('412');
  expect(operation('/api/videos', 'get')?.security).toEqual([]);
  expect(operation('/api/me', 'get')?.security).toEqual([{ bearer: [] }]);
});
