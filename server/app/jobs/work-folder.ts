import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';

/** Does `work` in a folder of its own, which is gone afterwards. */
export async function inWorkFolder<T>(
  { settings }: Pick<Context, 'settings'>,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const parent = join(settings.DATA_DIR, 'work');
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'job-'));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
