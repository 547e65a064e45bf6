import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { captions, TakenFile } from '#contract/captions/captions.ts';
import { importCaptions } from '#server/testing/captions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
});

const addOwnVideo = () => addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 10_000 });
const putCues = (id: number, body: object) =>
  creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'PUT', json: body });

const textsOf = async (file: string) =>
  (await bodyOf(importCaptions(creator.fetch, await addOwnVideo(), { file }), TakenFile)).beginning.map(
    ({ start, text }) => `${start} ${text}`,
  );
const LINES = ['1', '00:00:01,000 --> 00:00:02,000', 'Stuck at work,', '', 'I will be late.', ''];
const NEXT = ['2', '00:00:03,000 --> 00:00:04,000', '2024', ''];
test.each<[string, string, string[]]>([
  [
    'blank lines within cues',
    [...LINES, ...NEXT].join('\n'),
    ['1 Stuck at work,\nI will be late.', '3 2024'],
  ],
  [
    'lines that end with CR CR LF',
    [...LINES, ...NEXT].join('\r\r\n'),
    ['1 Stuck at work,\nI will be late.', '3 2024'],
  ],
  ['an arrow without spaces', '1\n00:00:01,000-->00:00:02,000\nHi\n', ['1 Hi']],
  ['that in WebVTT', 'WEBVTT\n\n00:01.000-->00:02.000 align:start\nHi\n', ['1 Hi']],
  [
    'characters by their names',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nCaf&eacute; isn&rsquo;t &lt;open&gt; &amp;eacute; &hellip;&nosuch; &#233;\n',
    ['1 Café isn’t &lt;open&gt; &amp;eacute; …&amp;nosuch; &#233;'],
  ],
])('imports a file with %s in full', async (_, file, texts) => {
  expect(await textsOf(file)).toEqual(texts);
});

test('imports a file without its zero-length cues, with a hint for each', async () => {
  const id = await addOwnVideo();
  const file = 'WEBVTT\n\n00:01.000 --> 00:01.000\nNever seen\n\n00:02.000 --> 00:03.000\nHi\n';
  const answer = await importCaptions(creator.fetch, id, { file });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    cues: 1,
    beginning: [{ start: 2, end: 3, text: 'Hi' }],
    hints: [{ kind: 'dropped', text: 'Line 3: this cue ends when it starts, so it was skipped.' }],
  });
  const none = await importCaptions(creator.fetch, id, { file: 'WEBVTT\n\n00:01.000 --> 00:01.000\nHi\n' });
  expect([none.status, await none.json()]).toMatchObject([422, { line: 3 }]);
});

test('counts rolling lines once in transcripts, word counts and search, and plays them unchanged', async () => {
  const id = await addOwnVideo();
  const cues = [
    ['00:01.000 --> 00:02.000 align:start', ' ', 'good<00:01.500><c> morning</c>'],
    ['00:02.000 --> 00:02.010 align:start', 'good morning', ' '],
    ['00:02.010 --> 00:04.000 align:start', 'good morning', 'dear<00:03.000><c> zebras</c>'],
    ['00:04.000 --> 00:04.010 align:start', 'dear zebras', ' '],
    ['00:04.010 --> 00:06.000 align:start', 'dear zebras', 'we go'],
  ];
  const file = `WEBVTT\n\n${cues.map((lines) => `${lines.join('\n')}\n\n`).join('')}`;
  expect(await bodyOf(importCaptions(creator.fetch, id, { file }), z.unknown())).toMatchObject({
    cues: 5,
    words: 6,
  });
  const { lines } = await site.call(captions.transcript, { params: { id } });
  expect(lines.map(({ start, text }) => `${start} ${text}`)).toEqual([
    '1 good morning',
    '2.01 dear zebras',
    '4.01 we go',
  ]);
  const as = async (format: string) =>
    (await site.fetch(`/api/videos/${id}/captions/en?format=${format}`)).text();
  expect(await as('txt')).toBe('good morning\ndear zebras\nwe go\n');
  expect((await as('vtt')).match(/good morning/g)).toHaveLength(3);
  const { plain } = await site.ctx.db
    .selectFrom('captions')
    .select('plain')
    .where('video_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(plain?.split('\n').map((line) => line.trim())).toEqual([
    'good morning',
    '',
    'dear zebras',
    '',
    'we go',
  ]);
});

test('repeats a refrain as often as it is sung', async () => {
  const id = await addOwnVideo();
  const sung = ['La la', 'La la', 'We go home', 'La la', 'La la'];
  await putCues(id, { cues: sung.map((text, at) => ({ start: at, end: at + 1, text })) });
  const { lines } = await site.call(captions.transcript, { params: { id } });
  expect(lines.map(({ text }) => text)).toEqual(sung);
});
