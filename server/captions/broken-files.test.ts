import { beforeAll, expect, test } from 'vitest';
import { captions } from '#contract/captions/captions.ts';
import { BrokenCaptions, readCaptions } from '#server/adapters/captions/read-captions.ts';
import { writeCues } from '#contract/captions/cues.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { importCaptions, VTT } from '#server/testing/captions.ts';
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
    const mutations = [
      () => Buffer.concat([before, Buffer.from(HOSTILE[random(HOSTILE.length)] ?? ''), after]),
      () => Buffer.concat([before, after.subarray(random(40))]),
      () => Buffer.concat([after, before]),
      () => before,
      () => Buffer.concat([before, file, after]),
      () => Buffer.from(file.map((byte, offset) => (Math.abs(offset - at) < 3 ? random(256) : byte))),
    ];
    file = mutations[random(mutations.length)]?.() ?? file;
  }
  return file;
}

/** What becomes of a file: its cues as they are sent out, or the sentence and its line. */
async function readOf(file: Buffer): Promise<{ text: string } | { error: string; line: number }> {
  try {
    return { text: writeCues(readCaptions(file).cues, 'vtt') };
  } catch (error) {
    if (error instanceof BrokenCaptions) return { error: error.message, line: error.line ?? 0 };
    throw error;
  }
}

const random = createRandom(51);
const MUTATED = [Buffer.alloc(0), ...Array.from({ length: 299 }, () => mutate(random))];
const excerpt = (file: Buffer): string => JSON.stringify(file.toString('latin1').slice(0, 300));

test('each of 300 broken files is refused with an error and its line, or imported cleanly', async () => {
  let refused = 0;
  for (const file of MUTATED) {
    const read = await readOf(file);
    if ('text' in read) {
      expect(read.text, excerpt(file)).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> /);
      expect(read.text, excerpt(file)).not.toMatch(/\n\n\n|<(?!\/?(?:i|b|u|v|ruby|rt)[ .>])/);
      // the result is accepted again, unchanged
      expect(await readOf(Buffer.from(read.text)), excerpt(file)).toEqual(read);
      continue;
    }
    refused += 1;
    expect(read.error, excerpt(file)).toMatch(/^Line \d+: [A-Z].+[.?]$/);
    expect(read.error, excerpt(file)).toContain(`Line ${read.line}:`);
  }
  // some are broken, some are not
  expect(refused).toBeGreaterThan(60);
  expect(refused).toBeLessThan(240);
});

soakTest('gives the same results over HTTP, and stores nothing of a refused file', async () => {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 4_000_000 });
  for (const file of takeSample(MUTATED, 8)) {
    const answer = await importCaptions(creator.fetch, id, { file });
    const read = await readOf(file);
    expect(answer.status, excerpt(file)).toBe('text' in read ? 201 : 422);
    const tracks = await creator.call(captions.mine, { params: { id } });
    expect(tracks, excerpt(file)).toHaveLength('text' in read ? 1 : 0);
    if ('error' in read)
      expect(await answer.json()).toEqual({
        error: read.error,
        code: 'BROKEN_CAPTIONS',
        fields: { file: read.error },
        line: read.line,
      });
    else await creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'DELETE' });
  }
});
