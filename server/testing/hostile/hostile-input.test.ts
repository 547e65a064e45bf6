import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sendRaw } from '../raw-http.ts';
import { samples } from '../samples/all.ts';
import { addVideo } from '#server/testing/videos.ts';
import { startTestSite, type TestSite } from '../site.ts';
import { SOAK, takeSample } from '../soak.ts';

/** Every text that the contract takes in a body or a query x what no text may be or do. */
interface Field {
  call: string;
  endpoint: Endpoint;
  part: 'params' | 'body' | 'query';
  field: string;
}

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
const takesText = (schema: JsonSchema): boolean =>
  ([schema.type].flat().includes('string') && !schema.enum) || (schema.anyOf ?? []).some(takesText);

const endpoints = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(
  ([slice, declared]) =>
    Object.entries(declared).map(([name, endpoint]) => ({ call: `${slice}.${name}`, endpoint })),
);
const fields: Field[] = endpoints.flatMap(({ call, endpoint }) =>
  (['params', 'body', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema || (part === 'body' && endpoint.consumes)) return [];
    return Object.entries(schemaOf(schema).properties ?? {})
      .filter(([, property]) => takesText(property))
      .map(([field]) => ({ call, endpoint, part, field }));
  }),
);

/** Compared with what is stored, never stored or shown: these are wrong rather than malformed. */
const SECRETS = /password|token|confirmUsername/i;
/** The server has its own word for these, or answers alike whatever is asked. */
const IGNORED = new Set([
  'accounts.login body username',
  'accounts.forgotPassword body email',
  'orders.get query key',
  'curation.imported query cursor',
  // a guest who wrote nothing has no replies, whatever the page
  'comments.toMe query cursor',
  'mentions.suggest query q',
  'sharing.oembed query url',
  'sharing.oembed query format',
  'shop.addToCart body productName',
  'shop.addToCart body description',
  'shop.addToCart body image',
  'shop.addToCart body category',
  'accounts.register body profileImageUrl',
]);

/** oEmbed says 501 of a format that isn't offered. */
const isAnswered = (title: string, status: number): boolean =>
  status < 500 || (title === 'sharing.oembed query format' && status === 501);

let site: TestSite;
let bearer: string;
/** Things that are there, by the beginning of a path: what is missing is answered before its fields are read. */
let there: Record<string, Record<string, number>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  const admin = await site.signUp('GLOBAL_ADMIN');
  bearer = admin.token;
  const make = async (path: string, json: object) =>
    ((await (await admin.fetch(path, { json })).json()) as { id: number }).id;
  const video = await addVideo(site.ctx, { title: 'Watched', uploader_id: admin.id });
  there = {
    '/api/videos/{id}/comments/{commentId}': {
      id: video,
      commentId: await make(`/api/videos/${video}/comments`, { text: 'First' }),
    },
    '/api/videos/{id}': { id: video },
    '/api/community/posts/{id}': { id: await make('/api/community/posts', { content: 'First' }) },
    '/api/playlists/{id}': { id: await make('/api/playlists', { title: 'First' }) },
    '/api/series/{id}': { id: await make('/api/series', { title: 'First' }) },
    '/api/submissions/{id}': { id: await addVideo(site.ctx, { title: 'Edited', uploader_id: admin.id }) },
  };
});

function target({ endpoint, call }: Pick<Field, 'endpoint' | 'call'>) {
  const [slice = '', name = ''] = call.split('.');
  const sample = samples[slice]?.[name] ?? {};
  const own = Object.entries(there).find(([start]) => endpoint.path.startsWith(start))?.[1] ?? {};
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    String(own[key] ?? sample.params?.[key] ?? 999_999),
  );
  return { sample, path };
}

async function send(of: Field, value: string): Promise<{ status: number; text: string }> {
  const { sample, path } = target(of);
  const json = of.part === 'body' ? { ...(sample.body as object | undefined), [of.field]: value } : undefined;
  const query = of.part === 'query' ? { ...sample.query, [of.field]: value } : sample.query;
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, each]) => [key, String(each)]),
  ).toString();
  // some calls end the session that makes them
  const answer = await site.fetch(search ? `${path}?${search}` : path, {
    method: of.endpoint.method,
    ...(json && { json }),
    ...(of.endpoint.access !== 'public' && { headers: { authorization: `Bearer ${bearer}` } }),
  });
  return { status: answer.status, text: await answer.text() };
}

function expectClear({ status, text }: { status: number; text: string }, { endpoint }: Field): void {
  // what isn't there is answered before its fields are read
  if (status === 404 && endpoint.path.includes('{')) return;
  expect(status, text.slice(0, 300)).toBe(400);
  if (endpoint.errors === 'text') expect(text).toMatch(/^[A-Z].+[.)]$/);
  else
    expect(JSON.parse(text)).toMatchObject({
      error: expect.stringMatching(/^\w.+[.!?]$/),
      code: expect.any(String),
    });
}

/** Beyond every limit; a megabyte in the first field of a call, in `npm run soak` in each. */
function longOf({ part, call, field }: Field): number {
  if (part === 'query') return 12_000;
  const first = fields.find((each) => each.call === call && each.part === part);
  return SOAK || first?.field === field ? 900_000 : 60_000;
}

const STRANGE = [
  'safe\u202Egpj.exe\u2066',
  '\u200B'.repeat(300),
  `a${'\u200D'.repeat(300)}b`,
  `a${'\u0301'.repeat(300)}`,
  '😎🤙🏽👩‍👩‍👧',
];
/** These get every kind of flood; the others what turns a name around, which is the one that deceives. */
const flooded = new Set(takeSample(fields, Math.ceil(fields.length / 4)));

test('the table holds the fields people write in', () => {
  const names = new Set(fields.map(({ field }) => field));
  for (const name of [
    'text',
    'content',
    'authorUsername',
    'displayName',
    'bio',
    'reason',
    'shippingName',
    'word',
    'q',
  ])
    expect(names).toContain(name);
  expect(fields.length).toBeGreaterThan(40);
});

const titled = fields.map((of, at) => ({
  ...of,
  at,
  title: `${of.call} ${of.part} ${of.field}`,
  strange: STRANGE.slice(0, flooded.has(of) ? undefined : 1),
}));

describe.each(titled)('$title', ({ title, strange, at, ...of }) => {
  const lenient = SECRETS.test(of.field) || IGNORED.has(title);

  test('NUL, half a surrogate pair and a megabyte are rejected in words', async () => {
    const others = ['a\u0001b', 'a\ud800', 'a'.repeat(longOf(of))];
    // in `npm test` NUL everywhere, and of the others one each, turn about
    for (const value of ['a\0b', ...(SOAK ? others : others.slice(at % 3, (at % 3) + 1))]) {
      // an address can't hold half a pair: it would arrive as another character
      if (of.part === 'query' && value === 'a\ud800') continue;
      const answer = await send(of, value);
      expect(isAnswered(title, answer.status), answer.text.slice(0, 300)).toBe(true);
      if (!lenient) expectClear(answer, of);
    }
  });

  test('overrides of direction, floods and emoji are taken, cleaned or rejected', async () => {
    for (const value of strange) {
      const { status, text } = await send(of, value);
      expect(isAnswered(title, status), text.slice(0, 300)).toBe(true);
      expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\u200D{2}|\u0301{9}/);
    }
  });
});

const tooLarge = Buffer.from(JSON.stringify({ text: 'a'.repeat(10_000_000) }));

const withBody = endpoints.filter(({ endpoint }) => endpoint.body && !endpoint.consumes);
test.each(takeSample(withBody, 30))('$call refuses 10 MB with 413', async ({ call, endpoint }) => {
  const answer = await sendRaw(site.url, [
    `${endpoint.method} ${target({ call, endpoint }).path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${tooLarge.length}\r\n\r\n`,
    tooLarge,
  ]);
  expect(answer.status, answer.body.slice(0, 300)).toBe(413);
  if (endpoint.errors === 'text') expect(answer.body).toMatch(/^[A-Z].+\.$/);
  else expect(JSON.parse(answer.body)).toMatchObject({ error: expect.any(String), code: 'TOO_LARGE' });
});
