import { QUIET, openOwn } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import { MEDIA } from './rejection.ts';

/** Decodes picture and sound to the end. Rejects when something can't be. */
export async function decode(binaries: Binaries, path: string): Promise<void> {
  await runChild(binaries, 'ffmpeg', [...QUIET, '-xerror', ...openOwn(path), '-f', 'null', '-'], {
    files: { reads: [path] },
    limits: { seconds: 600, memoryMiB: 4096, fileMiB: 1, nice: 5 },
  }).catch(rejectDamaged(MEDIA.DAMAGED_CLIP()));
}
