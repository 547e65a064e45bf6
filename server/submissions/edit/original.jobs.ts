import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';

/** Beside the original; swept once that is gone (orphans.store.ts). */
export const wholeKey = (originalKey: string): string => originalKey.replace(/[^/]+$/, 'whole.mp4');

/** Makes a file of a whole original that browsers play, for its editor. */
export const playOriginal = job({
  name: 'video-original',
  schema: z.object({ key: z.string() }),
  seconds: 1800,
  concurrency: 1,
  unique: true,
  async run(ctx, { key }, { signal }) {
    if (await ctx.storage.stat(wholeKey(key))) return;
    await inWorkFolder(ctx, async (dir) => {
      const source = await ctx.storage.localCopy(key, dir);
      const info = await ctx.media.probe(source, { signal });
      // apart from what is read: it may be the stored file itself
      const outDir = join(dir, 'out');
      await mkdir(outDir);
      const out = join(outDir, 'whole.mp4');
      if (info.copyable) await ctx.media.remux(source, out, info, { signal });
      else await ctx.media.encodePlayable(source, out, info, { signal });
      await ctx.storage.moveIn(wholeKey(key), out);
    });
  },
});
