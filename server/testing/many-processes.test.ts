import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { makeVideo } from './video-files.ts';
import { raceLikes, raceOrders, raceStock, raceSubmissions, startRaces, type Races } from './races.ts';

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

test('an order placed on three processes at once is one order, returned to every call', () =>
  raceOrders(races, 12));
test('with twice as many buyers as units, every unit is sold once', () => raceStock(races, 6));
test('likes by many users on three processes are all counted', () => raceLikes(races, 8));
test('one upload sent to three processes at once is one submission', async () =>
  raceSubmissions(races, 1, await makeVideo(dir, 'clip.mp4', { seconds: 1 })));
