import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVideo, makeUnevenVideo } from '#server/testing/video-files.ts';
import { damage, makeKinds, prepare } from '#server/testing/damage.ts';
import { durationOf, readPlaylist } from '#server/testing/playlists.ts';
import { openMedia, type Media } from './media.ts';

let dir: string;
let media: Media;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-media-soak-'));
  media = await openMedia();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const SMALL = { width: 64, height: 48 };

it.each([
  ['10 minutes', () => makeVideo(dir, 'long.mp4', { ...SMALL, seconds: 599, rate: 30 })],
  ['10 minutes of uneven times', () => makeUnevenVideo(dir, 'long-uneven.mp4', 599)],
  [
    '10 minutes of one picture a second',
    () => makeVideo(dir, 'slides.mp4', { ...SMALL, seconds: 599, rate: 1 }),
  ],
  ['10 minutes as recorded', () => makeVideo(dir, 'long.webm', { ...SMALL, seconds: 599, rate: 24 })],
])(
  'the playlist of %s matches the contents of the segments',
  async (what, make) => {
    const path = await make();
    const folder = join(dir, what.replaceAll(' ', '-'));
    await mkdir(folder);
    const { renditions } = await media.ladder(path, folder, await media.probe(path));
    const duration = await durationOf(path);
    for (const { playlist } of renditions) {
      const { segments, declaredSeconds } = await readPlaylist(folder, playlist);
      for (const declared of segments)
        expect(Math.abs(declared.declaredSeconds - declared.paddingSeconds)).toBeLessThan(0.02);
      expect(Math.abs(declaredSeconds - duration), `${declaredSeconds} s of ${duration} s`).toBeLessThan(0.2);
    }
  },
  1_800_000,
);

it('none of 400 files with corrupted bytes is blamed on the server', async () => {
  const kinds = await makeKinds(dir);
  const blamed: string[] = [];
  for (let seed = 1; seed <= 400; seed += 1) {
    const failure = await prepare(media, await damage(kinds[(seed >> 2) % kinds.length] ?? '', seed), dir);
    if (failure) blamed.push(failure);
  }
  expect(blamed).toEqual([]);
}, 3_600_000);
