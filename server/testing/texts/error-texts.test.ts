import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { samples } from '../samples/all.ts';
import { startTestSite } from '../site.ts';
import { SOAK, takeSample } from '../soak.ts';

/*
 * Every call of the contract, in English and in German, with what fails: without permission, for missing items, with
 * each of its fields missing, of another type, empty, too long. The messages have to differ. `npm test` runs every
 * fourth call, with one error per field in turn.
 */

const endpoints = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(
  ([slice, declared]) =>
    Object.entries(declared).map(([name, endpoint]) => ({
      call: `${slice}.${name}`,
      endpoint,
      sample: samples[slice]?.[name] ?? {},
    })),
);
type Case = (typeof endpoints)[number];

/** These end the session that asks, or what the others need. */
const ENDING = new Set(['accounts.logout', 'accounts.deleteAccount', 'security.endOtherSessions']);
/** Ends with its connection. */
const isStream = ({ endpoint }: Case) => endpoint.produces === 'text/event-stream';

const fieldsOf = (schema: Endpoint['body'] | Endpoint['query']): string[] =>
  schema
    ? Object.keys(
        (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
          .properties ?? {},
      )
    : [];

const WRONG: unknown[] = ['a\0b', undefined, 'x'.repeat(20_000), { not: 'this' }, '', -1.5];
const WRONG_QUERY = ['x'.repeat(300), '', '-1'];
const turnAbout = <T>(values: T[], at: number): T[] => (SOAK ? values : [values[at % values.length] as T]);

interface Call {
  what: string;
  path: string;
  init: { method: string; json?: object; headers?: Record<string, string> };
}

function* questionsOf({ call, endpoint, sample }: Case, token: string): Generator<Call> {
  const { method, access } = endpoint;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    String(sample.params?.[key] ?? 999_999),
  );
  const query = new URLSearchParams(
    Object.entries(sample.query ?? {}).map(([key, each]) => [key, String(each)]),
  ).toString();
  const whole = query ? `${path}?${query}` : path;
  const json = sample.body as object | undefined;
  const headers = { authorization: `Bearer ${token}` };
  yield { what: `${call} as a guest`, path: whole, init: { method, ...(json && { json }) } };
  if (ENDING.has(call)) return;
  yield { what: call, path: whole, init: { method, headers, ...(json && { json }) } };
  if (endpoint.path.includes('{'))
    yield {
      what: `${call} of no id`,
      path: endpoint.path.replaceAll(/\{\w+\}/g, '0x'),
      init: { method, headers },
    };
  if (access !== 'public') yield { what: `${call} without a body`, path, init: { method, headers } };
  for (const [at, field] of fieldsOf(endpoint.body).entries())
    for (const value of turnAbout(WRONG, at))
      yield {
        what: `${call} ${field} ${JSON.stringify(value)?.slice(0, 30)}`,
        path: whole,
        init: { method, headers, json: { ...json, [field]: value } },
      };
  for (const [at, field] of fieldsOf(endpoint.query).entries())
    for (const value of turnAbout(WRONG_QUERY, at))
      yield {
        what: `${call}?${field}=${value.slice(0, 9)}`,
        path: `${path}?${new URLSearchParams({ ...sample.query, [field]: value } as Record<string, string>).toString()}`,
        init: { method, headers },
      };
}

/** What a person reads of an error. */
function textsOf(text: string, isText: boolean): string[] {
  if (isText) return [text];
  const { error, fields = {} } = z
    .object({ error: z.string(), fields: z.record(z.string(), z.string()).optional() })
    .parse(JSON.parse(text));
  return [error, ...Object.values(fields)];
}

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

test('no error is shown in English to a German reader', { timeout: 300_000 }, async () => {
  const site = await startTestSite({ RATE_LIMIT: 'off' });
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const request = async ({ path, init }: Call, language: string) => {
    const answer = await site.fetch(path, {
      ...init,
      headers: { ...init.headers, 'accept-language': language },
    });
    return { answer, text: await answer.text() };
  };
  let checked = 0;
  const untold: string[] = [];
  for (const each of takeSample(endpoints, endpoints.length / 4)) {
    if (isStream(each)) continue;
    for (const calls of questionsOf(each, token)) {
      const english = await request(calls, 'en');
      if (english.answer.status < 400) continue;
      const german = await request(calls, 'de');
      expect(german.answer.status, calls.what).toBe(english.answer.status);
      expect(german.answer.headers.get('content-language'), calls.what).toBe('de');
      expect(german.answer.headers.get('vary'), calls.what).toContain('Accept-Language');
      const isText =
        each.endpoint.errors === 'text' || !english.answer.headers.get('content-type')?.includes('json');
      const texts = textsOf(english.text, isText);
      const translated = textsOf(german.text, isText);
      checked += texts.length;
      untold.push(
        ...texts
          .filter((sentence, at) => sentence === translated[at])
          .map((sentence) => `${calls.what}: ${sentence}`),
      );
    }
  }
  expect(untold).toEqual([]);
  expect(checked).toBeGreaterThan(SOAK ? 3000 : 125);
});
