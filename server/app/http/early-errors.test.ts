import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { LANGUAGE_TAGS, type Language } from '#contract/text/languages.ts';
import { createLog } from '#server/app/observe/log.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { slices } from '#server/slices.ts';
import { sendRaw } from '#server/testing/raw-http.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';
import { translate } from '../i18n/translate.ts';
import { createHttp } from './http.ts';

/* Errors raised before routing: in the language of the request where its headers could be parsed, else in the
   owner's default. */

let site: TestSite;
let member: Awaited<ReturnType<TestSite['signUp']>>;

beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({}, { arrivalTimeout: 300 });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const json = { version: 0, languages: LANGUAGE_TAGS, defaultLanguage: 'fr' };
  expect((await admin.fetch('/api/admin/settings/languages', { method: 'PUT', json })).status).toBe(200);
  member = await site.signUp();
  await member.fetch('/api/me', { method: 'PUT', json: { displayName: '', bio: '', language: 'ja' } });
});

const JSON_TYPE = 'Content-Type: application/json\r\n';
const post = (path: string, headers: string, body: string, length = Buffer.byteLength(body)) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${length}\r\nConnection: close\r\n§\r\n${body}`;
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n§\r\n`;
const send = (request: string, headers: string) => sendRaw(site.url, [request.replace('§', headers)]);

const UNREADABLE = "We couldn't understand the request.";
const NO_CALL = "This endpoint doesn't exist.";
const TOO_LARGE = "That's too large.";
const WRONG_TYPE = 'Please send the request as application/json.';

const READ: [what: string, request: string, status: number, sentence: string][] = [
  ['a body that is not JSON', post('/api/auth/login', JSON_TYPE, '{"username":'), 400, UNREADABLE],
  ['the same where errors are text', post('/api/auth/register', JSON_TYPE, '{"a":'), 400, UNREADABLE],
  ['an address that can’t be decoded', get('/api/videos/%zz'), 400, UNREADABLE],
  ['an unknown endpoint', get('/api/nothing'), 404, NO_CALL],
  ['a method that the address doesn’t take', post('/api/videos', JSON_TYPE, '{}'), 404, NO_CALL],
  [
    'a body without an end',
    post('/api/auth/login', JSON_TYPE, '{', 99),
    408,
    'The request took too long to arrive.',
  ],
  ['a body over the limit', post('/api/auth/login', JSON_TYPE, '', 2_000_000), 413, TOO_LARGE],
  ['the same where errors are text', post('/api/auth/register', JSON_TYPE, '', 2_000_000), 413, TOO_LARGE],
  ['a body of another type', post('/api/auth/login', 'Content-Type: text/plain\r\n', 'a'), 415, WRONG_TYPE],
  [
    'the same where errors are text',
    post('/api/auth/register', 'Content-Type: a/b\r\n', 'a'),
    415,
    WRONG_TYPE,
  ],
];

const CHOICES: [how: string, headers: string, language: Language][] = [
  ['Accept-Language', 'Accept-Language: de-AT, en;q=0.5\r\n', 'de'],
  ['the cookie', 'Cookie: lang=ar\r\nAccept-Language: de\r\n', 'ar'],
  ['English asked for', 'Accept-Language: en\r\n', 'en'],
  ['nothing', '', 'fr'],
];

describe('errors before routing', () => {
  for (const [what, request, status, sentence] of READ)
    it.each(CHOICES)(`${what} (${status}), by %s`, async (_how, headers, language) => {
      const answer = await send(request, headers);
      expect(answer.status, answer.body).toBe(status);
      expect(answer.headers['content-language']).toBe(language);
      const message = answer.headers['content-type']?.startsWith('text/plain')
        ? answer.body
        : z.object({ error: z.string() }).parse(JSON.parse(answer.body)).error;
      expect(message).toBe(translate(language, sentence));
      if (language !== 'en') expect(message).not.toBe(sentence);
    });

  it('invalid HTTP gets an error in the owner’s default language', async () => {
    const tooMany = 'X-A: b\r\n'.repeat(20_000);
    for (const [sent, status, sentence] of [
      [`GET / HTTP/1.1\r\nHost: a\r\n${tooMany}\r\n`, 431, 'The request has too many headers.'],
      ['no HTTP\r\n\r\n', 400, UNREADABLE],
    ] as const) {
      const answer = await sendRaw(site.url, [sent]);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-language']).toBe('fr');
      expect(JSON.parse(answer.body)).toMatchObject({ error: translate('fr', sentence) });
    }
  });

  it('use the language of the account making the request, unless the URL names one', async () => {
    const headers = `Authorization: Bearer ${member.token}\r\nAccept-Language: de\r\n`;
    for (const request of [get('/api/nothing'), post('/api/auth/login', JSON_TYPE, '{')])
      expect((await send(request, headers)).headers['content-language']).toBe('ja');
    expect((await send(get('/api/nothing?lang=es'), headers)).headers['content-language']).toBe('es');
  });
});

it('asks the caller to wait at the rate limit, in their language', async () => {
  const json = { username: 'nobody', password: 'not the password' };
  const logIn = (language: string) =>
    site.fetch('/api/auth/login', { method: 'POST', json, headers: { 'accept-language': language } });
  let answer = await logIn('de');
  for (let tries = 0; answer.status !== 429 && tries < 50; tries += 1) answer = await logIn('de');
  expect(answer.status).toBe(429);
  const { error: german } = await bodyOf(answer, z.object({ error: z.string() }));
  expect(answer.headers.get('content-language')).toBe('de');
  const { error: english } = await bodyOf(logIn('en'), z.object({ error: z.string() }));
  expect(german).toBe(translate('de', english));
  expect(german).not.toBe(english);
});

it('reports in the caller’s language that the server is starting up', async () => {
  const settings = readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const lifecycle = { leaving: false, stopping: new AbortController() };
  const routes = slices.flatMap((slice) => slice.routes ?? []);
  const app = createHttp(settings, createLog(settings), routes, () => null, lifecycle);
  const sentence = 'The server is starting up. Please try again in a moment.';
  for (const [headers, language] of [
    [{ 'accept-language': 'de' }, 'de'],
    [{ cookie: 'lang=ar' }, 'ar'],
    [{}, 'en'],
  ] as const) {
    const call = await app.inject({ url: '/api/videos', headers });
    expect([call.statusCode, call.headers['content-language']]).toEqual([503, language]);
    expect(call.json()).toMatchObject({ error: translate(language, sentence) });
    const text = await app.inject({ method: 'POST', url: '/api/auth/register', headers });
    expect([text.statusCode, text.body]).toEqual([503, translate(language, sentence)]);
  }
  await app.close();
});
