import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { makeVideo } from './video-files.ts';
import { raceLikes, raceOrders, raceStock, raceSubmissions, startRaces, type Races } from './races.ts';
import { reportProgress } from './soak.ts';

let races: Races;
let dir: string;
beforeAll(async () => {
  races = await startRaces();
  dir = await mkdtemp(join(tmpdir(), 'lll-races-'));
});
afterAll(async () => {
  await races.stop();
  await rm(dir, { recursive: true, force: true });
});

test('200 buyers compete for 40 units in two variants, on three processes', { timeout: 600_000 }, () =>
  raceStock(races, 40, 200),
);

const ROUNDS = 20;
test('a thousand order calls, and as many likes, on three processes', { timeout: 3_600_000 }, async () => {
  const videoFile = await makeVideo(dir, 'clip.mp4', { seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    await raceOrders(races, 50);
    await raceStock(races, 20);
    await raceLikes(races, 50);
    await raceSubmissions(races, 5, videoFile);
    reportProgress(round + 1, ROUNDS);
  }
});
