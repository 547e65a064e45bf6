import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CaptionsBody } from '#contract/captions/captions.ts';
import { importCaptions } from '#server/testing/captions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { reportBar, soakTest } from '#server/testing/soak.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let creator: TestPerson;
beforeAll(async () => {
  site = await startTestSite();
  creator = await site.signUp('CONTENT_CREATOR');
});

const addOwnVideo = () => addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 600_000 });
const put = (id: number, body: string, person = creator) =>
  person.fetch(`/api/submissions/${id}/captions/en`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/json' },
  });

const WRONG = { cues: Array.from({ length: 5000 }, () => ({ doubtful: Array(50).fill(0) })) };

test('reads only a few of thousands of cues with fifty invalid words each', () => {
  expect(CaptionsBody.safeParse(WRONG).error?.issues.length).toBeLessThanOrEqual(20 * 60);
});

test('names the first twenty of thousands of cues that can’t be shown', async () => {
  const cues = Array.from({ length: 5000 }, () => ({ start: 2, end: 1, text: '' }));
  const answer = await put(await addOwnVideo(), JSON.stringify({ cues }));
  expect(answer.status).toBe(422);
  const { fields } = await bodyOf(answer, z.object({ fields: z.looseObject({}) }));
  expect(Object.keys(fields).length).toBeLessThanOrEqual(21);
});

test('measures text that grows when stored by its stored length', async () => {
  const body = JSON.stringify({ cues: [{ start: 0, end: 1, text: '&'.repeat(2000) }] });
  const answer = await put(await addOwnVideo(), body);
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { fields: { 'cues.0.text': 'Please keep each text under 2,000 characters.' } },
  ]);
});

test('validates the body last, after the rate limit and the ownership of the video', async () => {
  const id = await addOwnVideo();
  const other = await site.signUp('CONTENT_CREATOR');
  expect((await put(id, '{"cues":5}')).status).toBe(400);
  for (const body of ['{"cues":5}', '{'])
    expect([body, (await put(id, body, other)).status]).toEqual([body, 404]);
  // the limit refills one each half second
  let sent = 0;
  while ((await put(id, '{"cues":5}', other)).status !== 429) expect((sent += 1)).toBeLessThan(400);
  expect((await importCaptions(other.fetch, id, { kind: 'karaoke' })).status).toBe(429);
});

const MB = 1_000_000;
soakTest('no cues stall the process', { timeout: 600_000 }, async () => {
  const id = await addOwnVideo();
  const stall = monitorEventLoopDelay({ resolution: 5 });
  const limit = (name: string) => {
    reportBar(`longest stall, ${name}, ms`, Math.round(stall.max / 1e6), 200);
    expect(stall.max / 1e6, name).toBeLessThan(200);
  };
  const cuesOf = (text: string) =>
    JSON.stringify({
      cues: Array.from(
        { length: Math.min(5000, Math.floor((3 * MB) / (Buffer.byteLength(text) + 40))) },
        (_, at) => ({
          start: at / 10,
          end: at / 10 + 0.1,
          text,
        }),
      ),
    });
  const bodies = {
    'wrong words': JSON.stringify(WRONG),
    'short words': cuesOf('ab '.repeat(660)),
    'no spaces': cuesOf('東京'.repeat(900)),
    'open tags in cues': cuesOf('<v a'.repeat(140)),
    'names in cues': cuesOf('&amp;'.repeat(400)),
    'short cues': cuesOf('ab '.repeat(180)),
  };
  for (const [name, body] of Object.entries(bodies)) {
    stall.reset();
    stall.enable();
    const { status } = await put(id, body);
    if (status === 200)
      for (const path of ['transcript', 'captions/en', 'captions/en?format=srt', 'captions/en?format=txt'])
        await creator.fetch(`/api/videos/${id}/${path}`).then((answer) => answer.arrayBuffer());
    stall.disable();
    expect([name, status < 500]).toEqual([name, true]);
    limit(name);
  }
});
