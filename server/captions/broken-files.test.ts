import { beforeAll, expect, test } from 'vitest';
import { bring, json, VTT } from '#server/testing/captions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
});

const SRT =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Grüße</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n東京 & 5 < 6\r\n';
const LONG = `WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:x width:40%\n\n${Array.from(
  { length: 40 },
  (_, at) =>
    `00:0${at % 2}:${String(at).padStart(2, '0')}.000 --> 00:59:59.999 region:x align:middle\n<v Ann>${at}</v>\n\n`,
).join('')}`;
const FILES = [VTT, SRT, LONG].flatMap((text) => [
  Buffer.from(text),
  Buffer.from(`\uFEFF${text}`, 'utf16le'),
]);

/** The same numbers each time (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const HOSTILE = [
  '-->',
  '00:00:02.000 --> 00:00:01.000',
  '99:99:99.999 --> 00:00:00.000',
  '00:00:00.000 --> 00:00:01.000 line:\n\n',
  'NOTE -->',
  'WEBVTT',
  '<v ',
  '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<b>',
  '&#0;&#xD800;&#9999999;',
  '\u0000',
  '\uFFFE',
  '\r\r\r\r',
  '__proto__:x\nconstructor=y',
  'REGION\nregion:__proto__ lines:-1 width:200%',
  '<b>'.repeat(500),
  'a'.repeat(12_000),
];

/** A real file with something done to it. */
function mutate(random: (below: number) => number): Buffer {
  let file = Buffer.from(FILES[random(FILES.length)] ?? '');
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(file.length + 1);
    const [before, after] = [file.subarray(0, at), file.subarray(at)];
    const ways = [
      () => Buffer.concat([before, Buffer.from(HOSTILE[random(HOSTILE.length)] ?? ''), after]),
      () => Buffer.concat([before, after.subarray(random(40))]),
      () => Buffer.concat([after, before]),
      () => before,
      () => Buffer.concat([before, file, after]),
      () => Buffer.from(file.map((byte, place) => (Math.abs(place - at) < 3 ? random(256) : byte))),
    ];
    file = ways[random(ways.length)]?.() ?? file;
  }
  return file;
}

test('300 broken files are refused with a sentence and its line, or make tracks that can be read', async () => {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 4_000_000 });
  const random = createRandom(51);
  const statuses = new Map<number, number>();
  for (let at = 0; at < 300; at += 1) {
    const file = mutate(random);
    const answer = await bring(creator.fetch, id, { file });
    const told = `${at}: ${JSON.stringify(file.toString('latin1').slice(0, 300))}`;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const tracks = await json<unknown[]>(creator.fetch(`/api/submissions/${id}/captions`));
    if (answer.status === 201) {
      const text = await (await site.fetch(`/api/videos/${id}/captions/en`)).text();
      expect(text, told).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> /);
      expect(text, told).not.toMatch(/\n\n\n|<(?!\/?(?:i|b|u|v|ruby|rt)[ .>])/);
      // what was made of it is taken again as it is
      expect((await bring(creator.fetch, id, { file: text })).status, told).toBe(201);
      expect(await (await site.fetch(`/api/videos/${id}/captions/en`)).text(), told).toBe(text);
      await creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'DELETE' });
      continue;
    }
    expect([400, 422], told).toContain(answer.status);
    expect(tracks, told).toEqual([]);
    const body = (await answer.json()) as { error: string; line?: number };
    expect(body.error, told).toMatch(answer.status === 422 ? /^Line \d+: [A-Z].+[.?]$/ : /^[A-Z].+[.?]$/);
    if (answer.status === 422) expect(body.line, told).toBeGreaterThan(0);
  }
  // neither all nor none of them are broken
  expect(statuses.get(422)).toBeGreaterThan(60);
  expect(statuses.get(201)).toBeGreaterThan(60);
});
