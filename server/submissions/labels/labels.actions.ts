import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { Context } from '#server/app/context.ts';
import type { Step } from '../files.jobs.ts';
import { findUnlabelled, labelUnlabelled } from './labels.store.ts';

/** Labels a video as AI-generated if its file declares that, unless its creator chose its labels. */
export async function labelByFile(
  ctx: Context,
  { videoId, rev }: Step,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const video = await findUnlabelled(ctx.db, videoId, rev);
  if (!video?.uploader_id) return;
  try {
    const turn = { member: video.uploader_id, waits: true, signal };
    const { ai } = await parseUntrusted('digitalSource', { path }, turn);
    if (ai) await labelUnlabelled(ctx.db, videoId, rev, ['ai']);
  } catch (error) {
    ctx.log.warn('The metadata of a video could not be read.', { videoId, error });
  }
}
