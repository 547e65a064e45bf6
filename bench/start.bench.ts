import { startBare } from './reference.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { makeDataDir, startSite } from './site.ts';

const ROUNDS = 3;

/** Spawn to ready: on an empty folder (database set-up and migrations), and every time after that. */
export async function benchStart(): Promise<Result[]> {
  const first: number[] = [];
  const later: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { dataDir, remove } = await makeDataDir();
    for (const times of [first, later]) {
      const site = await startSite(dataDir);
      times.push(site.readyMs);
      await site.stop();
    }
    const reference = await startBare(new Uint8Array());
    bare.push(reference.readyMs);
    await reference.stop();
    await remove();
  }
  const common = { reference: median(bare), unit: 'ms', against: 'bare node:http' };
  return [
    { name: 'first start', ours: median(first), ...common },
    { name: 'later start', ours: median(later), ...common },
    {
      name: 'first start, budget',
      ours: median(first),
      reference: 5_000,
      unit: 'ms',
      against: 'budget',
      atMost: 1,
    },
    {
      name: 'later start, budget',
      ours: median(later),
      reference: 1_500,
      unit: 'ms',
      against: 'budget',
      atMost: 1,
    },
  ];
}
