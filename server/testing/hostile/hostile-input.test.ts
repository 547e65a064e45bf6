import { beforeAll, expect, test } from 'vitest';
import { PAGES } from '#contract/site/pages.ts';
import { endpoints } from '../samples/calls.ts';
import { OTHER_ROUTES } from '../samples/other-routes.ts';
import { sendRaw } from '../raw-http.ts';
import { SOAK, takeSample } from '../soak.ts';
import { schemaOf, textsIn } from './schemas.ts';
import { startHostileSite, type HostileSite } from './site.ts';

/** Every text input of the contract, at any depth, x what no text may contain or do. */
const PARTS = ['params', 'query', 'body'] as const;
const fields = endpoints.flatMap((of) =>
  PARTS.flatMap((part) => {
    const schema = of.endpoint[part];
    if (!schema || (part === 'body' && of.endpoint.consumes)) return [];
    return textsIn(schemaOf(schema)).map(({ name, put }) => ({
      of,
      part,
      put,
      title: `${of.name} ${part} ${name.slice(1)}`,
    }));
  }),
);
type Field = (typeof fields)[number];

/** Compared with what is stored, never stored or shown: these are wrong rather than malformed. */
const SECRETS = /password|token|confirmUsername|credential/i;
/** The server has its own error for these, or responds alike to any input. */
const IGNORED = new Set([
  'accounts.login body username',
  'accounts.forgotPassword body email',
  'orders.get query key',
  // without a category it has no pages
  'curation.imported query cursor',
  'videos.view body referrer',
  'sharing.oembed query url',
  'sharing.oembed query format',
  'shop.addToCart body productName',
  'shop.addToCart body description',
  'shop.addToCart body image',
  'shop.addToCart body category',
  'accounts.register body profileImageUrl',
]);

/** Answered 422, as what is impossible. */
const IMPOSSIBLE = new Set(['studio.change body tags.0']);

/** oEmbed returns 501 for an unsupported format. */
const isAnswered = (title: string, status: number): boolean =>
  status < 500 || (title === 'sharing.oembed query format' && status === 501);

let fixture: HostileSite;
beforeAll(async () => {
  fixture = await startHostileSite();
});

async function send({ of, part, put, title }: Field, value: string) {
  const answer = await fixture.call(of, { [part]: put(of.sample?.[part], value) });
  expect(fixture.refusedByDatabase(), title).toEqual([]);
  return answer;
}

function expectClear(
  { status, body }: { status: number; body: string },
  title: string,
  { of: { endpoint } }: Pick<Field, 'of'>,
): void {
  // what isn't there is answered before its fields are read
  if (status === 404 && endpoint.path.includes('{')) return;
  expect(status, body.slice(0, 300)).toBe(IMPOSSIBLE.has(title) ? 422 : 400);
  if (endpoint.errors === 'text') expect(body).toMatch(/^[A-Z].+[.)]$/);
  else
    expect(JSON.parse(body)).toMatchObject({
      error: expect.stringMatching(/^\w.+[.!?]$/),
      code: expect.any(String),
    });
}

const STRANGE = [
  'safe\u202Egpj.exe\u2066',
  '\u200B'.repeat(300),
  `a${'\u200D'.repeat(300)}b`,
  `a${'\u0301'.repeat(300)}`,
  '😎🤙🏽👩‍👩‍👧',
];

test('the table contains the fields that users write in', () => {
  const names = new Set(fields.map(({ title }) => title.replace(/.*[ .]/, '')));
  for (const name of ['text', 'content', 'displayName', 'reason', 'shippingName', 'word', 'q', 'username'])
    expect(names).toContain(name);
  expect(fields.length).toBeGreaterThan(300);
});

test.each(fields.map((field, at) => ({ ...field, at })))('$title', async ({ at, ...field }) => {
  const { title, part } = field;
  // an address can't hold half a pair: it would arrive as another character
  const wrong = [
    'a\u0001b',
    part === 'body' ? 'a\ud800' : '\uffff',
    'a'.repeat(part !== 'body' ? 12_000 : SOAK ? 900_000 : 60_000),
  ];
  // in `npm test` NUL everywhere, and of the others one each, turn about
  for (const value of ['a\0b', ...(SOAK ? wrong : wrong.slice(at % 3, (at % 3) + 1))]) {
    const answer = await send(field, value);
    expect(isAnswered(title, answer.status), answer.body.slice(0, 300)).toBe(true);
    if (!SECRETS.test(title) && !IGNORED.has(title)) expectClear(answer, title, field);
  }
  for (const value of SOAK ? STRANGE : STRANGE.slice(at % 5, (at % 5) + 1)) {
    const { status, body } = await send(field, value);
    expect(isAnswered(title, status), body.slice(0, 300)).toBe(true);
    // some languages write captions with these
    if (!title.includes('cues')) expect(body).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\u200D{2}|\u0301{9}/);
  }
});

const routes = [
  ...OTHER_ROUTES.map((route) => route.split(' ')),
  ...Object.values(PAGES).map((path) => ['GET', path]),
];
test.each(takeSample(routes, 20))(
  '%s %s sends the database nothing that it rejects',
  async (method, path = '') => {
    const bad = 'a%00b%EF%BF%BF';
    const at = (target: string) => path.replaceAll(/\{\w+\}|:\w+\??|\*/g, target);
    const queries = ['q', 'token', 'cursor', 'creator', 'category', 'lang', 'sort', 'key', 'start', 't'];
    for (const address of [at(bad), ...queries.map((name) => `${at('ann')}?${name}=${bad}`)])
      await fixture.admin.fetch(address, { method });
    expect(fixture.refusedByDatabase()).toEqual([]);
  },
);

const tooLarge = Buffer.from(JSON.stringify({ text: 'a'.repeat(10_000_000) }));

const withBody = endpoints.filter(({ endpoint }) => endpoint.body && !endpoint.consumes);
test.each(takeSample(withBody, 10))('$route refuses 10 MB with 413', async ({ endpoint }) => {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '1');
  const answer = await sendRaw(fixture.site.url, [
    `${endpoint.method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${fixture.admin.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${tooLarge.length}\r\n\r\n`,
    tooLarge,
  ]);
  expect(answer.status, answer.body.slice(0, 300)).toBe(413);
  if (endpoint.errors === 'text') expect(answer.body).toMatch(/^[A-Z].+\.$/);
  else expect(JSON.parse(answer.body)).toMatchObject({ error: expect.any(String), code: 'TOO_LARGE' });
});
