import { afterAll, vi } from 'vitest';

/** What the tests of a file started. The workers go on with the next file, so this is what ends it. */
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
