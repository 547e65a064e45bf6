import { Readable } from 'node:stream';
import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { findVideoFile } from './captions.store.ts';
import { extractSound, readSound } from './sound.ts';
import { levelsOf } from './waveform.rules.ts';

/** Stored beside the video and deleted with its folder; its extension is never served. */
export const waveformKey = (videoId: number, rev: string): string => `videos/${videoId}/${rev}/waveform.bin`;

/** Computes the waveform that the editor draws; once per file. */
export const drawWaveform = job({
  name: 'captions-waveform',
  schema: z.object({ videoId: z.number().int() }),
  seconds: 300,
  concurrency: 1,
  unique: true,
  async run(ctx, { videoId }, { signal }) {
    const source = await findVideoFile(ctx.db, videoId);
    if (!source) return;
    await inWorkFolder(ctx, async (dir) => {
      const sound = await readSound(await extractSound(ctx, source.key, { dir, signal }));
      await ctx.storage.write(waveformKey(videoId, source.rev), Readable.from([levelsOf(sound)]));
    });
  },
});
