import { afterAll, beforeAll, test } from 'vitest';
import { raceOrders, startRaces, type Races } from './races.ts';

let races: Races;
beforeAll(async () => {
  races = await startRaces();
});
afterAll(() => races.stop());

test('the order call on three processes at once: one order, and every call is told of it', () =>
  raceOrders(races, 40));
