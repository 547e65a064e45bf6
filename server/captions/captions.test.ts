import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { captions, OwnTrack, TakenFile, TrackCues } from '#contract/captions/captions.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { callerBy, bodyOf } from '#server/testing/client.ts';
import { importCaptions } from '#server/testing/captions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { takeSample } from '#server/testing/soak.ts';

let site: TestSite;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
});

const addOwnVideo = (more: Parameters<typeof addVideo>[1] = {}) =>
  addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 10_000, ...more });

const videoOf = (id: number, fetch = site.fetch) => callerBy(fetch).call(videos.get, { params: { id } });
const put = (id: number, body: object, language = 'en', fetch = creator.fetch) =>
  fetch(`/api/submissions/${id}/captions/${language}`, { method: 'PUT', json: body });

describe('a caption file', () => {
  test('is imported, listed with its video, and served as WebVTT, SubRip and plain text', async () => {
    const id = await addOwnVideo();
    const answer = await importCaptions(creator.fetch, id);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      language: 'en',
      kind: 'captions',
      label: 'English',
      isDefault: true,
      words: 8,
      state: 'PUBLISHED',
      encoding: 'utf-8',
      format: 'vtt',
      cues: 2,
    });
    const named = { language: 'en', kind: 'captions', label: 'English', isDefault: true, words: 8 };
    const [listed] = await site.call(captions.list, { params: { id } });
    expect(listed).toEqual({ ...named, url: `/api/videos/${id}/captions/en` });
    expect((await videoOf(id)).captions).toEqual([listed]);
    const own = await creator.call(submissions.get, { params: { id } });
    expect(own.captionLanguages).toEqual(['en']);
    const track = await site.fetch(listed?.url ?? '');
    expect(track.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await track.text()).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.001 line:0 align:start\n<v Ann>Good <b>morning</b></v>\n\n' +
        '00:00:02.001 --> 00:00:04.250\n5 &lt; 6 &amp; red\non two lines\n',
    );
    const as = async (format: string) => (await site.fetch(`${listed?.url}?format=${format}`)).text();
    expect(await as('srt')).toBe(
      '1\n00:00:00,500 --> 00:00:02,001\nGood <b>morning</b>\n\n2\n00:00:02,001 --> 00:00:04,250\n5 < 6 & red\non two lines\n',
    );
    expect(await as('txt')).toBe('Good morning\n5 < 6 & red on two lines\n');
    expect(await site.call(captions.transcript, { params: { id } })).toMatchObject({
      language: 'en',
      lines: [
        { start: 0.5, end: 2.001, text: 'Good morning', speaker: 'Ann' },
        { start: 2.001, end: 4.25, text: '5 < 6 & red\non two lines', speaker: null },
      ],
    });
  });

  test('has the same cues to the millisecond after a download and reimport', async () => {
    const id = await addOwnVideo();
    await importCaptions(creator.fetch, id);
    const track = () => site.fetch(`/api/videos/${id}/captions/en`).then((answer) => answer.text());
    const first = await track();
    await importCaptions(creator.fetch, id, { file: first });
    expect(await track()).toBe(first);
    const { cues } = await creator.call(captions.cues, { params: { id, language: 'en' } });
    expect((await put(id, { cues })).status).toBe(200);
    expect(await track()).toBe(first);
  });

  const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<font color="red">Grüße</font>\r\n';
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const swapped = (text: string) => wide(text).swap16();
  const ENCODED: [string, string | Buffer, string][] = [
    ['plain UTF-8', SRT, 'utf-8'],
    ['UTF-8 with its mark', `\uFEFF${SRT}`, 'utf-8'],
    ['UTF-16 with its mark', wide(`\uFEFF${SRT}`), 'utf-16le'],
    ['UTF-16 the other way round', swapped(`\uFEFF${SRT}`), 'utf-16be'],
    ['UTF-16 without a mark', wide(SRT), 'utf-16le'],
    ['windows-1252', Buffer.from(SRT, 'latin1'), 'windows-1252'],
  ];
  test.each(takeSample(ENCODED, 2))(
    'in %s is parsed, and its encoding reported',
    async (_, file, encoding) => {
      const id = await addOwnVideo();
      const taken = await bodyOf(importCaptions(creator.fetch, id, { file, language: 'DE' }), TakenFile);
      expect(taken).toMatchObject({ encoding, format: 'srt', language: 'de', label: 'Deutsch' });
      expect(taken.beginning).toEqual([{ start: 1, end: 2, text: 'Grüße' }]);
    },
  );

  test('can be checked without being stored', async () => {
    const id = await addOwnVideo();
    const file = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\xcf\xf0\xe8\xe2\xe5\xf2\n', 'latin1');
    const checked = await bodyOf(
      importCaptions(creator.fetch, id, { file, language: 'ru', check: 'true', encoding: 'windows-1251' }),
      TakenFile,
    );
    expect(checked.beginning[0]?.text).toBe('Привет');
    expect(await creator.call(captions.mine, { params: { id } })).toEqual([]);
  });

  const cue = (from: string, to: string, text = 'Hello') => `${from} --> ${to}\n${text}\n\n`;
  const BROKEN: [string, string, number, RegExp][] = [
    ['holds no cue', 'Hello\nthere', 1, /isn't WebVTT or SubRip/],
    ['has no text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<c></c>\n', 3, /has no text/],
    ['ends before it begins', `WEBVTT\n\n${cue('00:02.000', '00:01.000')}`, 3, /ends before it starts/],
    ['ends after the video', `WEBVTT\n\n${cue('00:01.000', '00:12.000')}`, 3, /past the end/],
    ['has no time', `WEBVTT\n\n${cue('00:01.000', 'soon')}`, 3, /end time/],
    [
      'has no arrow',
      `WEBVTT\n\n${cue('00:01.000', '00:02.000')}1\n00:03.000 -> 00:04.000\nHi\n`,
      7,
      /Add -->/,
    ],
    ['begins at no time', `WEBVTT\n\n\n${cue('0:1', '00:02.000')}`, 4, /start time/],
    [
      'lacks a blank line',
      `WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n${cue('00:03.000', '00:04.000')}`,
      5,
      /blank line before/,
    ],
    ['lacks one after its first', `WEBVTT\n${cue('00:03.000', '00:04.000')}`, 2, /blank line after WEBVTT/],
    [
      'has a character too few',
      `WEBVTT\n\n${cue('00:03.000', '00:04.000', 'a\u0000b')}`,
      4,
      /characters that don't belong in text/,
    ],
    ['is too long a line', `WEBVTT\n\n${cue('00:03.000', '00:04.000', 'a'.repeat(2001))}`, 3, /under 2,000/],
    ['has too many cues', `WEBVTT\n\n${cue('00:03.000', '00:04.000').repeat(5001)}`, 15_003, /5,000 cues/],
  ];
  test.each(takeSample(BROKEN, 4))(
    'that %s is refused with the line number, and nothing is stored',
    async (_, file, line, words) => {
      const id = await addOwnVideo();
      const answer = await importCaptions(creator.fetch, id, { file });
      expect(answer.status).toBe(422);
      const body = await bodyOf(answer, z.object({ error: z.string() }));
      expect(body).toMatchObject({ code: 'BROKEN_CAPTIONS', line, fields: { file: body.error } });
      expect(body.error).toMatch(words);
      expect(body.error).toContain(`Line ${line}:`);
      expect(await creator.call(captions.mine, { params: { id } })).toEqual([]);
    },
  );

  test.each<[string, () => Promise<Response>, number]>([
    [
      'of more than 1 MB',
      async () => importCaptions(creator.fetch, await addOwnVideo(), { file: 'x'.repeat(1_100_000) }),
      413,
    ],
    [
      'in no language',
      async () => importCaptions(creator.fetch, await addOwnVideo(), { language: 'xx yy' }),
      400,
    ],
    ['of no kind', async () => importCaptions(creator.fetch, await addOwnVideo(), { kind: 'karaoke' }), 400],
    [
      'without a file',
      async () => {
        const body = new FormData();
        body.set('language', 'en');
        return creator.fetch(`/api/submissions/${await addOwnVideo()}/captions`, { method: 'POST', body });
      },
      400,
    ],
    ['without a byte', async () => importCaptions(creator.fetch, await addOwnVideo(), { file: '' }), 422],
    [
      'that is no form',
      async () => creator.fetch(`/api/submissions/${await addOwnVideo()}/captions`, { json: {} }),
      415,
    ],
    [
      'for an archived video',
      async () =>
        importCaptions(
          creator.fetch,
          await addOwnVideo({ archived_at: new Date(), archive_reason: '"Old"' }),
        ),
      409,
    ],
  ])('%s is refused', async (_, send, status) => {
    const answer = await send();
    expect(answer.status, await answer.clone().text()).toBe(status);
  });
});

describe('cues from an editor', () => {
  test('contain only allowed markup, coexist with chapters, and get a hint if they overlap', async () => {
    const id = await addOwnVideo();
    const saved = await put(id, {
      cues: [
        { start: 0, end: 3.0004, text: '<i>a</i> <script>alert(1)</script> --> b & c' },
        { start: 2, end: 4, text: 'second', settings: 'line:0 region:x\n\nevil' },
      ],
    });
    expect(saved.status).toBe(200);
    const { cues, hints } = await bodyOf(saved, TrackCues);
    expect(cues).toEqual([
      { start: 0, end: 3, text: '<i>a</i> &lt;script>alert(1)&lt;/script> --&gt; b &amp; c' },
      { start: 2, end: 4, text: 'second', settings: 'line:0' },
    ]);
    expect(hints).toContainEqual(expect.objectContaining({ cue: 1, kind: 'overlap' }));
    const chapters = [
      { start: 0, end: 5, text: 'Intro' },
      { start: 5, end: 10, text: 'The <b>end</b>' },
    ];
    expect((await put(id, { kind: 'chapters', cues: chapters })).status).toBe(200);
    expect(await site.call(captions.chapters, { params: { id } })).toEqual([
      { start: 0, end: 5, title: 'Intro' },
      { start: 5, end: 10, title: 'The end' },
    ]);
    const kinds = async () => (await site.call(captions.list, { params: { id } })).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['captions', 'chapters']);
    expect((await videoOf(id)).captions.map(({ kind }) => kind)).toEqual(['captions']);
    expect(
      (await creator.fetch(`/api/submissions/${id}/captions/en?kind=chapters`, { method: 'DELETE' })).status,
    ).toBe(204);
    expect(await kinds()).toEqual(['captions']);
    expect((await creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'DELETE' })).status).toBe(
      204,
    );
    expect((await site.fetch(`/api/videos/${id}/captions/en`)).status).toBe(404);
    expect((await creator.fetch(`/api/submissions/${id}/captions/en`, { method: 'DELETE' })).status).toBe(
      404,
    );
  });

  test('are empty at first', async () => {
    const id = await addOwnVideo();
    expect(await site.call(captions.list, { params: { id } })).toEqual([]);
    expect(await site.call(captions.transcript, { params: { id } })).toEqual({
      language: null,
      label: null,
      lines: [],
    });
  });

  test('are stored in order of their start times', async () => {
    const id = await addOwnVideo();
    const [late, early] = [
      { start: 3, end: 4, text: 'later' },
      { start: 1, end: 2, text: 'first' },
    ];
    expect(await (await put(id, { cues: [late, early] })).json()).toMatchObject({ cues: [early, late] });
  });

  test('that can’t be shown are refused with an error for each field', async () => {
    const id = await addOwnVideo();
    const answer = await put(id, {
      cues: [
        { start: 0, end: 1, text: 'fine' },
        { start: 2, end: 2, text: 'never there' },
        { start: 8, end: 60, text: 'too late' },
        { start: 3, end: 4, text: ' ' },
      ],
    });
    expect(answer.status).toBe(422);
    expect(Object.keys((await bodyOf(answer, z.object({ fields: z.looseObject({}) }))).fields)).toEqual([
      'cues.1.end',
      'cues.2.end',
      'cues.3.text',
    ]);
    const none = await put(id, { cues: [] });
    expect(none.status).toBe(422);
    expect(await none.json()).toMatchObject({ fields: { cues: 'Please write at least one line.' } });
    expect((await put(id, { cues: [{ start: -1, end: 1, text: 'x' }] })).status).toBe(400);
    expect((await put(id, { cues: Array(5001).fill({ start: 0, end: 1, text: 'x' }) })).status).toBe(400);
    expect(await creator.call(captions.mine, { params: { id } })).toEqual([]);
  });

  test('are stored as a draft that no one else sees until it is published', async () => {
    const id = await addOwnVideo();
    await put(id, { cues: [{ start: 0, end: 1, text: 'Before' }] });
    const draft = await put(id, {
      draft: true,
      cues: [
        { start: 0, end: 1, text: 'After' },
        { start: 5, end: 5, text: '' },
      ],
    });
    expect(await draft.json()).toMatchObject({ state: 'PUBLISHED', hasDraft: true });
    const shown = () =>
      site.fetch(`/api/videos/${id}/captions/en?format=txt`).then((answer) => answer.text());
    expect(await shown()).toBe('Before\n');
    const publish = () => creator.fetch(`/api/submissions/${id}/captions/en/publish`, { method: 'POST' });
    expect((await publish()).status).toBe(422);
    await put(id, { draft: true, cues: [{ start: 0, end: 1, text: 'After' }] });
    expect(await bodyOf(publish(), OwnTrack)).toMatchObject({ state: 'PUBLISHED', hasDraft: false });
    expect(await shown()).toBe('After\n');
    expect((await publish()).status).toBe(404);
  });

  test('that are edited during publishing never lose the edit, published or as a draft', async () => {
    const id = await addOwnVideo();
    for (let round = 0; round < 4; round += 1) {
      const edit = (version: string) =>
        put(id, { draft: true, cues: [{ start: 0, end: 1, text: `${version} of round ${round}` }] });
      await edit('First');
      await Promise.all([
        creator.fetch(`/api/submissions/${id}/captions/en/publish`, { method: 'POST' }),
        edit('Second'),
      ]);
      const saved = await creator.call(captions.cues, { params: { id, language: 'en' } });
      expect(saved.cues[0]?.text).toBe(`Second of round ${round}`);
    }
  });

  test('in several languages have one default', async () => {
    const id = await addOwnVideo();
    const cues = [{ start: 0, end: 1, text: 'x' }];
    const defaults = async () =>
      (await videoOf(id)).captions.map(({ language, isDefault }) => `${language} ${isDefault}`);
    await put(id, { cues }, 'en');
    await put(id, { cues, kind: 'subtitles' }, 'pt-br');
    expect(await defaults()).toEqual(['en true', 'pt-BR false']);
    await put(id, { cues, kind: 'subtitles', isDefault: true }, 'pt-br');
    expect(await defaults()).toEqual(['pt-BR true', 'en false']);
    await creator.fetch(`/api/submissions/${id}/captions/pt-BR?kind=subtitles`, { method: 'DELETE' });
    expect(await defaults()).toEqual(['en true']);
  });
});
