import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settings } from '#contract/settings/settings.ts';
import { captions, OwnTrack, TrackCues } from '#contract/captions/captions.ts';
import { Transcription } from '#contract/captions/transcription.ts';
import { Submission } from '#contract/submissions/submissions.ts';
import { openSpeech } from '#server/adapters/speech/speech.ts';
import { importCaptions } from '#server/testing/captions.ts';
import { makeMusic, SPOKEN } from '#server/testing/video-files.ts';
import { ffmpeg } from '#server/testing/ffmpeg.ts';
import { hasRecognizer } from '#server/testing/speech/recognizer.ts';
import { pocketsphinx } from '#server/testing/speech/pocketsphinx.engine.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed } from '#server/testing/uploads.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest } from '#server/testing/soak.ts';
import { findVideoFile } from './captions.store.ts';
import { transcribeVideo } from './transcription.jobs.ts';
import { encodeLadder } from '#server/submissions/submissions.jobs.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-heard-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const REV = 'a'.repeat(12);

/** A ready video with this file. */
async function videoWith(videoFile: string): Promise<number> {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 12_000 });
  const key = `videos/${id}/${REV}/video.mp4`;
  await site.ctx.storage.write(key, createReadStream(videoFile));
  await site.ctx.db
    .updateTable('videos')
    .set({ media_rev: REV, mp4_key: key })
    .where('id', '=', id)
    .execute();
  return id;
}

const at = (id: number, rest = '') => `/api/submissions/${id}/${rest}`;
const state = (id: number) => bodyOf(creator.fetch(at(id, 'transcription')), Transcription);
const requestTranscription = (id: number, language?: string) =>
  creator.fetch(at(id, 'transcription'), { json: { language } });
const untilState = async (id: number, wanted: Transcription['state']): Promise<void> => {
  await expect.poll(async () => (await state(id)).state, { timeout: 90_000, interval: 200 }).toBe(wanted);
};

test('without a model, transcription is neither offered nor run', async () => {
  const id = await videoWith(SPOKEN.path);
  expect(await state(id)).toEqual({ isOffered: false, state: null, language: null });
  const refused = await requestTranscription(id);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'NOT_OFFERED' }),
  ]);
});

describe('with a model', () => {
  beforeAll(() => {
    site.ctx.speech = openSpeech({ model: '', engine: pocketsphinx });
    return () => void (site.ctx.speech = null);
  });

  soakTest('music alone produces no cues', async () => {
    const id = await videoWith(await makeMusic(dir));
    expect(await bodyOf(requestTranscription(id), z.unknown())).toMatchObject({
      isOffered: true,
      state: 'QUEUED',
    });
    await untilState(id, 'SILENT');
    expect(await bodyOf(creator.fetch(at(id, 'captions')), z.unknown())).toEqual([]);
  });

  /** The revisions of the transcribed files, in order; `meanwhile` runs as each begins. */
  async function watch(meanwhile: (id: number) => Promise<unknown>, id: number, work: () => Promise<void>) {
    const { speech } = site.ctx;
    if (!speech) throw new Error('There is no speech recognition.');
    const revs: string[] = [];
    site.ctx.speech = {
      ...speech,
      async transcribe(...of) {
        revs.push((await findVideoFile(site.ctx.db, id))?.rev ?? '');
        await meanwhile(id);
        return speech.transcribe(...of);
      },
    };
    await work().finally(() => (site.ctx.speech = speech));
    return revs;
  }

  soakTest('when a file is replaced during transcription, only the new one counts', async () => {
    const id = await videoWith(await makeMusic(dir));
    const next = { media_rev: 'b'.repeat(12) };
    const replace = () => site.ctx.db.updateTable('videos').set(next).where('id', '=', id).execute();
    const revs = await watch(replace, id, async () => {
      await requestTranscription(id);
      await untilState(id, 'SILENT');
    });
    expect(revs).toEqual([REV, next.media_rev]);
  });

  soakTest(
    'transcribes a replacement once approved, and deletes captions generated from the previous file',
    async () => {
      const videoFile = await makeMusic(dir);
      const { id } = await submitVideo(creator, videoFile);
      await untilProcessed(creator.fetch, id);
      await untilState(id, 'SILENT');
      await admin.fetch(at(id, 'approve'), { method: 'POST' });
      await importCaptions(creator.fetch, id, { language: 'en' });
      await importCaptions(creator.fetch, id, { language: 'de' });
      const machineMade = { by_machine: true, updated_by: null };
      await site.ctx.db
        .updateTable('captions')
        .set(machineMade)
        .where('video_id', '=', id)
        .where('language', '=', 'de')
        .execute();
      const languages = async () =>
        (await site.call(captions.list, { params: { id } })).map(({ language }) => language);
      expect(await languages()).toEqual(['en', 'de']);
      await creator.fetch(at(id, 'captions/en'), { method: 'DELETE' });
      const first = (await findVideoFile(site.ctx.db, id))?.rev;
      const revs = await watch(
        async () => {},
        id,
        async () => {
          const form = new FormData();
          form.append(
            'file',
            new Blob([new Uint8Array(await readFile(videoFile))], { type: 'video/mp4' }),
            'n.mp4',
          );
          await creator.fetch(at(id, 'file'), { method: 'POST', body: form });
          await until(creator.fetch, id, ({ newFile }) => newFile?.processing === 'READY', 'encoded');
          await admin.fetch(at(id, 'approve'), { method: 'POST' });
          expect(await languages()).toEqual([]);
          await untilState(id, 'SILENT');
        },
      );
      const second = (await findVideoFile(site.ctx.db, id))?.rev;
      expect([second === first, revs]).toEqual([false, [second]]);
    },
  );

  soakTest('the failure of a job that ran twice preserves the result of the other run', async () => {
    const id = await videoWith(await makeMusic(dir));
    await requestTranscription(id);
    await untilState(id, 'SILENT');
    await transcribeVideo.onFailed?.(site.ctx, { videoId: id, language: null });
    expect(await state(id)).toMatchObject({ state: 'SILENT' });
  });

  test.runIf(hasRecognizer)('an upload with speech gets a draft that a user publishes', async () => {
    const { id } = await submitVideo(creator, SPOKEN.path);
    await untilState(id, 'DONE');
    const track = await bodyOf(creator.fetch(at(id, 'captions/en')), TrackCues);
    expect(track).toMatchObject({ state: 'DRAFT', byMachine: true, url: null });
    const text = track.cues.map(({ text }) => text.replaceAll('\n', ' ')).join(' ');
    expect(wordErrorRate(text, SPOKEN.text), text).toBeLessThan(0.3);
    const { durationSec } = await bodyOf(creator.fetch(at(id)), Submission);
    for (const [place, { start, end, confidence }] of track.cues.entries()) {
      expect(start).toBeGreaterThanOrEqual(track.cues[place - 1]?.end ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(durationSec ?? 0);
      expect(confidence).toBeGreaterThan(0);
    }
    // not public before
    await admin.fetch(at(id, 'approve'), { method: 'POST' });
    expect((await site.fetch(`/api/videos/${id}/captions/en`)).status).toBe(404);
    const publish = creator.fetch(at(id, 'captions/en/publish'), { method: 'POST' });
    expect(await bodyOf(publish, OwnTrack)).toMatchObject({ state: 'PUBLISHED', byMachine: false });
    expect((await site.fetch(`/api/videos/${id}/captions/en`)).status).toBe(200);
    // a published edit isn't overwritten
    const again = await requestTranscription(id, 'en');
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'CAPTIONS_EXIST' }),
    ]);
  });

  soakTest(
    'publishes machine captions at once if the owner allows it, and preserves a user’s own captions',
    async () => {
      if (!hasRecognizer) return;
      const { version } = await admin.call(settings.readCommunity);
      const change = { method: 'PUT', json: { version, publishMachineCaptions: true } };
      expect((await admin.fetch('/api/admin/settings/community', change)).status).toBe(200);
      // any transcript is enough here
      await ffmpeg(dir, `-i ${SPOKEN.path} -t ${SPOKEN.from + 2} -c copy brief.mp4`);
      const [shown, written] = [
        await videoWith(join(dir, 'brief.mp4')),
        await videoWith(join(dir, 'brief.mp4')),
      ];
      await requestTranscription(shown);
      await untilState(shown, 'DONE');
      expect(await (await site.fetch(`/api/videos/${shown}/captions/en`)).text()).toContain('WEBVTT');
      await requestTranscription(written);
      const own = { cues: [{ start: 0, end: 1, text: 'By hand' }], draft: true };
      await creator.fetch(at(written, 'captions/en'), { method: 'PUT', json: own });
      await untilState(written, 'DONE');
      const saved = await bodyOf(creator.fetch(at(written, 'captions/en')), TrackCues);
      expect(saved.cues.map(({ text }) => text)).toEqual(['By hand']);
    },
  );

  soakTest('a missing model is reported and fails no upload', async () => {
    const working = site.ctx.speech;
    site.ctx.speech = openSpeech({ model: join(dir, 'gone') });
    await expect(site.ctx.speech.inspect()).rejects.toThrow(/no such folder/);
    const { id } = await submitVideo(creator, SPOKEN.path);
    await untilState(id, 'FAILED');
    expect(await bodyOf(creator.fetch(at(id)), Submission)).toMatchObject({ processing: 'READY' });
    site.ctx.speech = working;
  });
});

/** The share of words that differ (Levenshtein's distance over words). */
function wordErrorRate(text: string, wanted: string): number {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];
  const [a, b] = [wordsOf(text), wordsOf(wanted)];
  let row = b.map((_, place) => place + 1);
  row.unshift(0);
  for (const [place, word] of a.entries()) {
    const next = [place + 1];
    for (const [column, other] of b.entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (word === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / b.length;
}
