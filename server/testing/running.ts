import { afterAll, vi } from 'vitest';

/** What a test file started. Workers are reused for the next file, so it is stopped here. */
const running: (() => Promise<void>)[] = [];

export function stopAfterFile(stop: () => Promise<void>): void {
  running.push(stop);
}

/** Called for each file (vitest.config.ts): a hook registered while a test runs is never called. */
export function stopWhatRuns(): void {
  afterAll(async () => {
    for (const stop of running.splice(0).toReversed()) await stop();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
}
