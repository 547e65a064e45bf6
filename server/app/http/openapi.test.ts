import { expect, test } from 'vitest';
import { contract } from '#contract/all.ts';
import { describeApi } from './openapi.ts';

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { content?: object }>;
}

const { paths } = JSON.parse(
  JSON.stringify(describeApi(contract, { title: 'LLL API', url: 'http://localhost' })),
) as { paths: Record<string, Record<string, Operation>> };

test('a form is described with its parts, files among them', () => {
  const upload = paths['/api/submissions/upload']?.['post'];
  expect(upload?.requestBody?.content['multipart/form-data']?.schema.properties).toMatchObject({
    file: { type: 'string', format: 'binary' },
    thumbnail: { type: 'string', format: 'binary' },
    title: { type: 'string' },
  });
  expect(Object.keys(upload?.responses['413']?.content ?? {})).toEqual(['text/plain']);
});

test('every status that an answer may have is named', () => {
  const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
  const changed = ['400', '404', '409', '413', '415', '422', '429', '503'];
  expect(statuses('/api/orders', 'post')).toEqual(['200', '201', '401', ...changed].sort());
  // a token that ended, even where none is needed
  expect(statuses('/api/videos/{id}/like', 'post')).toEqual(['200', '401', ...changed].sort());
  // what scripts flood may ask for a proof of work
  expect(statuses('/api/auth/register', 'post')).toContain('428');
  expect(statuses('/api/auth/login', 'post')).not.toContain('428');
  expect(statuses('/api/me', 'get')).toEqual(['200', '400', '401', '403', '404', '429', '503']);
});

test("the payment provider's way in is named, too", () => {
  expect(paths['/api/payments/paypal/webhook']?.['post']?.responses['200']?.content).toBeDefined();
});

test('signing in may answer 401, the upload protocol 412, and what is public says so', () => {
  const operation = (path: string, method: string) =>
    paths[path]?.[method] as Operation & { security: object[] };
  expect(Object.keys(operation('/api/auth/login', 'post').responses)).toContain('401');
  expect(Object.keys(operation('/api/auth/register', 'post').responses)).not.toContain('412');
  expect(Object.keys(operation('/api/submissions/resumable', 'post').responses)).toContain('412');
  expect(operation('/api/videos', 'get').security).toEqual([]);
  expect(operation('/api/me', 'get').security).toEqual([{ bearer: [] }]);
});
