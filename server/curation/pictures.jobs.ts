import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import { ImportError } from '#server/adapters/video-import/video-import.ts';
import { openVideoImport } from '#server/adapters/video-import/youtube.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { findPictureless, savePicture } from './pictures.store.ts';

/**
 * Stores an imported video's picture here, in the same sizes as for own videos: a visitor's browser must not contact
 * another platform before that video's page is open.
 */
export const fetchPicture = job({
  name: 'import-picture',
  schema: z.object({ videoId: z.number().int() }),
  seconds: 120,
  run: async (ctx, { videoId }, { signal }) => {
    const address = await findPictureless(ctx.db, videoId);
    if (address === null) return;
    const { settings } = ctx;
    const source = openVideoImport({ apiUrl: settings.YOUTUBE_API_URL, apiKey: settings.YOUTUBE_API_KEY });
    const parent = join(settings.DATA_DIR, 'work');
    await mkdir(parent, { recursive: true });
    const dir = await mkdtemp(join(parent, 'picture-'));
    try {
      const { placeholder, files } = await ctx.media.thumbnailSet(await source.picture(address, signal), dir);
      const rev = randomBytes(8).toString('hex');
      const folder = `videos/${videoId}/${rev}`;
      for (const name of files) await ctx.storage.moveIn(`${folder}/${name}`, join(dir, name));
      const stored = await savePicture(ctx.db, videoId, { rev, key: `${folder}/thumb-640.jpg`, placeholder });
      if (!stored) await ctx.storage.removePrefix(folder);
      ctx.cache.drop('videos');
    } catch (error) {
      // a video without picture is shown without one
      const hopeless =
        error instanceof MediaRejection || (error instanceof ImportError && error.fault !== 'unreachable');
      if (!hopeless) throw error;
      ctx.log.warn('The picture of an imported video could not be kept.', { videoId, error });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
});
