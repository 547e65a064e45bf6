import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const PRINT = "const { makeScratch } = await import('./tools/scratch.ts'); console.log(makeScratch());";

it.runIf(existsSync('/dev/shm'))('leaves nothing in memory, not even from a run that was killed', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const killed = `/dev/shm/lll-run-${pid}`;
  mkdirSync(`${killed}/database`, { recursive: true });
  const folder = execFileSync(process.execPath, ['--input-type=module', '-e', PRINT], { encoding: 'utf8' });
  expect(folder).toMatch(/^(null|\/dev\/shm\/lll-run-\d+)$/m);
  expect(existsSync(killed)).toBe(false);
  expect(existsSync(folder.trim())).toBe(false);
});
