import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasNginx, startLoad, startPair, type Pair } from '#server/testing/nginx.ts';
import { reportProgress } from '#server/testing/soak.ts';

const ROUNDS = 10;
const RESTS = 16;

describe.runIf(hasNginx())('behind nginx, over a long run', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair?.stop());

  it('loses no request over many replacements', { timeout: 900_000 }, async () => {
    const load = startLoad(pair.nginx.url, pair.video, 8);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = load.answered();
      await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(before + 1_000), { timeout: 60_000 });
      await pair.replace(round % 2 === 0 ? 0 : 1);
      reportProgress(round + 1, ROUNDS + RESTS);
    }
    await load.stop();
    expect(load.failed).toEqual([]);
    expect(pair.nginx.errors()).not.toMatch(/prematurely closed|reset by peer/);
  });

  it('accepts a POST after every idle period', { timeout: 900_000 }, async () => {
    const post = (text: string) =>
      fetch(`${pair.nginx.url}/api/videos/${pair.video}/comments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ authorUsername: '', text }),
      });
    // around nginx's 5 s and Node's 10 s
    for (let rest = 0; rest < RESTS; rest += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map((each) => post(`rest ${rest}, ${each}`)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      await delay(rest % 2 === 0 ? 4_950 + rest * 10 : 9_950 + rest * 10);
      reportProgress(ROUNDS + rest + 1, ROUNDS + RESTS);
    }
  });
});
