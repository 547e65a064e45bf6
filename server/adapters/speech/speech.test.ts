import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inEnglish } from '#contract/text/message.ts';
import { openMedia, type Media } from '#server/adapters/media/media.ts';
import { makeMusic, SPOKEN } from '#server/testing/video-files.ts';
import { makeTinyModel } from '#server/testing/speech/tiny-model.ts';
import { openSpeech, type Speech } from './speech.ts';

let dir: string;
let media: Media;
let speech: Speech;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-speech-'));
  media = await openMedia();
  speech = openSpeech({ model: await makeTinyModel(dir) });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const signal = AbortSignal.timeout(120_000);

async function soundOf(videoFile: string): Promise<string> {
  const out = join(dir, 'sound.raw');
  await media.sound(videoFile, out, await media.probe(videoFile));
  return out;
}

describe('a model provided by the owner', () => {
  test('is opened and named', async () => {
    expect(inEnglish(await speech.inspect())).toMatch(/^NeMo CTC, 0 MB in .*tiny-model.*, \d threads?$/);
  });

  test('recognizes speech where someone speaks, with a time for each word', async () => {
    const { passages } = await speech.transcribe(await soundOf(SPOKEN.path), { signal });
    expect(passages.length).toBeGreaterThan(0);
    const words = passages.flatMap((passage) => passage.words);
    expect(words.length).toBeGreaterThan(3);
    expect(new Set(words.map(({ text }) => text))).toEqual(new Set(['la']));
    const [first] = passages;
    expect(first?.start).toBeGreaterThan(SPOKEN.from - 0.5);
    expect(passages.at(-1)?.end).toBeLessThan(SPOKEN.to + 0.5);
    for (const passage of passages)
      for (const { start, end } of passage.words) {
        expect(start).toBeGreaterThanOrEqual(passage.start);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(passage.end + 0.001);
      }
  });

  test('is never run on music', async () => {
    expect(await speech.transcribe(await soundOf(await makeMusic(dir)), { signal })).toEqual({
      language: null,
      passages: [],
    });
  });

  test('reports an error when it is broken, without crashing the server', async () => {
    const folder = await makeTinyModel(dir);
    await writeFile(join(folder, 'model.onnx'), 'no model at all');
    await expect(openSpeech({ model: folder }).inspect()).rejects.toThrow(/^Speech recognition ended with/);
  });

  test('stops when its job is cancelled', async () => {
    const taken = AbortSignal.abort(new Error('taken back'));
    await expect(speech.transcribe(await soundOf(SPOKEN.path), { signal: taken })).rejects.toThrow(
      'taken back',
    );
  });
});
