import { median } from './result.ts';
import type { Result } from './result.ts';
import { makeDataDir, startSite } from './site.ts';

const ROUNDS = 3;

/** Spawn to ready: on an empty folder (database set-up and migrations), and every time after that. */
export async function benchStart(): Promise<Result[]> {
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { dataDir, remove } = await makeDataDir();
    for (const times of [first, later]) {
      const site = await startSite(dataDir);
      times.push(site.readyMs);
      await site.stop();
    }
    await remove();
  }
  const budget = { unit: 'ms', against: 'budget', atMost: 1 };
  return [
    { name: 'first start', ours: median(first), reference: 5_000, ...budget },
    { name: 'later start', ours: median(later), reference: 1_500, ...budget },
  ];
}
