import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportBar } from '#server/testing/soak.ts';
import { HOSTILE_FILES } from '#server/testing/hostile/files.ts';

const MAX_STALL_MS = 200;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-stall-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(Object.values(HOSTILE_FILES).flat())(
  '$title does not block the event loop',
  { timeout: 600_000 },
  async (file) => {
    const parse = await file.write(folder);
    await pause(1000);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await parse();
    await pause(100);
    delay.disable();
    const stall = delay.max / 1e6;
    reportBar(`the longest stall by ${file.title}, ms`, Math.round(stall), MAX_STALL_MS);
    expect(stall).toBeLessThan(MAX_STALL_MS);
  },
);
