import { toMs } from '#contract/captions/cues.ts';
import type { Edit } from '#contract/submissions/edit.ts';
import type { StoredMessage } from '#contract/text/message.ts';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdit } from '#server/adapters/media/edit.ts';
import { ladderHelps } from '#server/adapters/media/encode.ts';
import type { MediaInfo } from '#server/adapters/media/media-info.ts';
import { MEDIA, MediaRejection } from '#server/adapters/media/rejection.ts';
import { candidateTimes, posterTime } from '#server/adapters/media/stills.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { transcribeReady } from '#server/captions/transcription.actions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { thumbnailIn } from './edit/frames.rules.ts';
import {
  PRIORITIES,
  Step,
  describeLadder,
  folderOf,
  nameFiles,
  removeFiles,
  removeStale,
} from './files.jobs.ts';
import { labelByFile } from './labels/labels.actions.ts';
import { replaceWhenReady } from './replacement.actions.ts';
import { publishSubmission } from './submissions.events.ts';
import {
  findReady,
  recordOutcome,
  updatePercent,
  startStep,
  type Outcome,
  type ThumbnailSource,
} from './processing.store.ts';
import { candidateName, FAILURES } from './submissions.rules.ts';

/*
 * received → check (and, where the picture may be copied, playable at once) → first rendition (all others) → ladder.
 * A step's outputs go under videos/<id>/<rev>/ with fixed names and are named in the row last, so that a step that
 * died anywhere is simply run again.
 */

/** Looks at a new file; H.264 is playable at its end. */
export const checkVideo = job<Step>({
  name: 'video-check',
  schema: Step,
  seconds: 600,
  concurrency: 2,
  onFailed: (ctx, step) => failStep(ctx, step, FAILURES.OUR_FAULT()),
  run: (ctx, step, { signal }) =>
    runStep(ctx, step, async (material) => {
      const { source, edit } = material;
      const original = await ctx.media.probe(source, { signal });
      const info = applyEdit(original, edit);
      await recordOutcome(ctx.db, step.videoId, step.rev, {
        checked_at: new Date(ctx.clock.now()),
        duration_ms: toMs(info.durationSec ?? 0),
        width: info.width,
        height: info.height,
        original_ms: toMs(original.durationSec ?? 0),
        original_width: original.width,
        original_height: original.height,
      });
      publishSubmission(ctx, step.videoId);
      const make = (out: string) => copyPicture(ctx, source, out, info, signal);
      if (info.copyable) await finish(ctx, step, { ...material, info, signal, make });
      else await ctx.jobs.send(encodeVideo, step, { priority: PRIORITIES.first(step) });
      // no one waits for this
      await labelByFile(ctx, step, source, signal);
    }),
});

/** A first rendition of whatever browsers can't play as it is. One at a time in a worker, as are ladders. */
export const encodeVideo = job<Step>({
  name: 'video-encode',
  schema: Step,
  seconds: 1800,
  concurrency: 1,
  onFailed: (ctx, step) => failStep(ctx, step, FAILURES.OUR_FAULT()),
  run: (ctx, step, { signal }) =>
    runStep(ctx, step, async (material) => {
      const { source, edit } = material;
      const info = applyEdit(await ctx.media.probe(source, { signal }), edit);
      const make = (out: string) =>
        ctx.media.encodePlayable(source, out, info, { signal, onProgress: reportPercent(ctx, step) });
      await finish(ctx, step, { ...material, info, signal, make });
    }),
});

/** HLS in several sizes, and the storyboard for scrubbing. The video stays playable meanwhile, and if this fails. */
export const encodeLadder = job<Step>({
  name: 'video-ladder',
  schema: Step,
  retryLimit: 3,
  retryDelay: 30,
  seconds: 7200,
  concurrency: 1,
  run: async (ctx, step, { signal }) => {
    const video = await findReady(ctx.db, step.videoId, step.rev);
    if (!video?.original_key || !video.mp4_key || video.storyboard_key !== null) return;
    const folder = folderOf(step);
    await inWorkFolder(ctx, async (dir) => {
      const source = await ctx.storage.localCopy(video.original_key as string, dir);
      const info = applyEdit(await ctx.media.probe(source, { signal }), video.edit);
      const [outDir, inDir] = [join(dir, 'out'), join(dir, 'in')];
      await mkdir(outDir);
      // apart from what is written: it may be the stored file itself, under a second name
      await mkdir(inDir);
      const work = { source, dir: outDir, folder, info, signal };
      const small = await ctx.storage.localCopy(video.mp4_key as string, inDir);
      const { files, outcome } = await makeLadder(ctx, work, small);
      for (const name of files) await ctx.storage.moveIn(`${folder}/${name}`, join(outDir, name));
      const isRecorded = await nameFiles(ctx, step, outcome, video.mp4_key);
      if (!isRecorded) await removeStale(ctx, step);
      ctx.cache.drop('videos');
      publishSubmission(ctx, step.videoId);
    });
  },
});

/** Another thumbnail for a ready video, under new names: browsers may cache the old ones forever. */
export const remakeThumbnails = job<Step>({
  name: 'video-thumbnails',
  schema: Step,
  async run(ctx, step, { signal }) {
    const video = await findReady(ctx.db, step.videoId, step.rev);
    const picture = video && thumbnailIn(video.original_thumbnail_key, video.edit);
    const stored = picture ?? video?.original_key;
    if (!video || !stored) return;
    const made = { key: video.original_thumbnail_key, focus: { x: video.focus_x, y: video.focus_y } };
    await inWorkFolder(ctx, async (dir) => {
      const source = await ctx.storage.localCopy(stored, dir);
      const { placeholder, files } =
        picture === null
          ? await makePictures(ctx, {
              dir,
              source,
              thumbnail: null,
              made,
              info: applyEdit(await ctx.media.probe(source, { signal }), video.edit),
              signal,
            })
          : await ctx.media.thumbnailSet(source, dir, made.focus);
      const version = `${folderOf(step)}/${randomBytes(4).toString('hex')}-`;
      for (const name of files) await ctx.storage.moveIn(version + name, join(dir, name));
      const poster = `${version}thumb-640.jpg`;
      await transact(ctx.db, async (trx) => {
        const outcome = { poster_key: poster, placeholder };
        const isRecorded = await recordOutcome(trx, step.videoId, step.rev, outcome, made);
        await publishLater(ctx, trx, [step.videoId]);
        const [named, unnamed] = isRecorded ? [poster, video.poster_key] : [null, poster];
        if (!unnamed || unnamed === named) return;
        const former = unnamed.slice(0, -'thumb-640.jpg'.length);
        const keys = files.map((name) => former + name);
        await ctx.jobs.send(removeFiles, { keys, prefixes: [] }, { trx, after: REPLACED_RETENTION_SEC });
        await publishLater(ctx, trx, [step.videoId], { after: REPLACED_RETENTION_SEC + 60 });
      });
    });
    ctx.cache.drop('videos');
    publishSubmission(ctx, step.videoId);
  },
});

/** Pages that are open show the former thumbnail a while longer. */
const REPLACED_RETENTION_SEC = 3600;

interface LadderWork {
  source: string;
  /** Where the files are made, and their folder in the store. */
  dir: string;
  folder: string;
  info: MediaInfo;
  signal: AbortSignal;
}

/** All files of the last step in the work folder, and how the row names them; `small` is a rendition for stills. */
async function makeLadder(ctx: Context, { source, dir, folder, info, signal }: LadderWork, small: string) {
  const files = ['storyboard.jpg', 'storyboard.vtt'];
  const outcome: Outcome = { storyboard_key: `${folder}/storyboard.vtt` };
  if (ladderHelps(info)) {
    const ladder = await ctx.media.ladder(source, dir, info, { signal });
    const described = describeLadder(folder, ladder, info.durationSec ?? 0);
    files.push(...described.files);
    Object.assign(outcome, described.outcome);
    small = join(dir, ladder.renditions[0]?.mp4 ?? '');
  }
  await ctx.media.storyboard(small, dir, await ctx.media.probe(small, { signal }), { signal });
  const candidates = candidateTimes(info);
  for (const [at, seconds] of candidates.entries())
    await ctx.media.poster(source, join(dir, candidateName(at + 1)), seconds, info, { signal });
  files.push(...candidates.map((_, at) => candidateName(at + 1)));
  return { files, outcome: { ...outcome, candidates: candidates.length } };
}

interface Material {
  source: string;
  dir: string;
  thumbnail: string | null;
  made: ThumbnailSource;
  edit: Edit | null;
}

async function failStep(ctx: Context, step: Step, reason: StoredMessage): Promise<void> {
  await recordOutcome(ctx.db, step.videoId, step.rev, { processing: 'FAILED', failure_reason: reason.json });
  ctx.cache.drop('videos');
  publishSubmission(ctx, step.videoId);
}

/** Wraps a step: creates its folder, and reports an unusable file to the uploader. */
async function runStep(ctx: Context, step: Step, work: (material: Material) => Promise<void>): Promise<void> {
  const video = await startStep(ctx.db, step.videoId, step.rev);
  if (!video?.original_key) return;
  try {
    await inWorkFolder(ctx, async (dir) => {
      const source = await ctx.storage.localCopy(video.original_key as string, dir);
      const made = { key: video.original_thumbnail_key, focus: { x: video.focus_x, y: video.focus_y } };
      const picture = thumbnailIn(video.original_thumbnail_key, video.edit);
      const thumbnail = picture && (await ctx.storage.localCopy(picture, dir));
      await work({ source, dir, thumbnail, made, edit: video.edit });
    });
  } catch (error) {
    if (!(error instanceof MediaRejection)) throw error;
    await failStep(ctx, step, error.text);
  }
}

interface Finish extends Material {
  info: MediaInfo;
  signal: AbortSignal;
  /** Makes the file that plays. */
  make(out: string): Promise<void>;
}

/** The playable file, poster and thumbnails, side by side, into the store; the video is READY. */
async function finish(ctx: Context, step: Step, work: Finish): Promise<void> {
  const [playable, pictures] = await Promise.allSettled([makePlayable(ctx, work), makePictures(ctx, work)]);
  if (playable.status === 'rejected') throw playable.reason;
  if (pictures.status === 'rejected') throw pictures.reason;
  const { placeholder, files } = pictures.value;
  await Promise.all(
    ['video.mp4', ...files].map((name) =>
      ctx.storage.moveIn(`${folderOf(step)}/${name}`, join(work.dir, name)),
    ),
  );
  const current = await transact(ctx.db, async (trx) => {
    const isRecorded = await recordOutcome(trx, step.videoId, step.rev, {
      processing: 'READY',
      processing_percent: 100,
      failure_reason: null,
      duration_ms: toMs(playable.value),
      mp4_key: `${folderOf(step)}/video.mp4`,
      poster_key: `${folderOf(step)}/thumb-640.jpg`,
      placeholder,
    });
    if (!isRecorded) return false;
    await ctx.jobs.send(encodeLadder, step, { trx, priority: PRIORITIES.ladder(step) });
    const now = await findReady(trx, step.videoId, step.rev);
    const { key, focus } = work.made;
    if (now?.original_thumbnail_key !== key || now.focus_x !== focus.x || now.focus_y !== focus.y)
      await ctx.jobs.send(remakeThumbnails, step, { trx, priority: 10 });
    await publishLater(ctx, trx, [step.videoId]);
    await notify(ctx, trx, { kind: 'CLIP_READY', type: 'VIDEO', id: step.videoId });
    await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id: step.videoId });
    await replaceWhenReady(ctx, trx, step.videoId);
    // a replacement is transcribed once it takes the video's place
    if (now?.id === step.videoId) await transcribeReady(ctx, trx, step);
    return true;
  });
  if (!current) return removeStale(ctx, step);
  ctx.cache.drop('videos');
  publishSubmission(ctx, step.videoId);
}

/** Returns the duration in seconds; rejects a file that is shorter than it declares. */
async function makePlayable(ctx: Context, { dir, info, signal, make }: Finish): Promise<number> {
  const out = join(dir, 'video.mp4');
  await make(out);
  const seconds = (await ctx.media.probe(out, { signal })).durationSec ?? 0;
  if (info.durationSec !== null && seconds < info.durationSec * 0.9 - 0.5) {
    throw new MediaRejection(MEDIA.MISSING_PART());
  }
  return seconds;
}

async function makePictures(
  ctx: Context,
  { dir, source, thumbnail, made, info, signal }: Omit<Finish, 'make' | 'edit'>,
) {
  const picture = thumbnail ?? join(dir, 'poster.jpg');
  if (!thumbnail) await ctx.media.poster(source, picture, posterTime(info), info, { signal });
  return ctx.media.thumbnailSet(picture, dir, made.focus);
}

/**
 * H.264 as it is. Where no ladder follows, whose sound is as loud as that of others, the sound becomes so here; one that
 * can't be read to its end is left as it came.
 */
async function copyPicture(
  ctx: Context,
  source: string,
  out: string,
  info: MediaInfo,
  signal: AbortSignal,
): Promise<void> {
  if (!ladderHelps(info)) {
    try {
      const gain = await ctx.media.gain(source, info, { signal });
      return await ctx.media.remux(source, out, info, { signal, gain });
    } catch (error) {
      if (!(error instanceof MediaRejection)) throw error;
    }
  }
  await ctx.media.remux(source, out, info, { signal });
}

/** At most one progress update every 0.7 s, and one at a time. */
function reportPercent(ctx: Context, step: Step) {
  let last = 0;
  let busy = false;
  return (done: number) => {
    const percent = Math.min(99, Math.max(1, Math.floor(done * 100)));
    if (busy || performance.now() - last < 700) return;
    busy = true;
    last = performance.now();
    updatePercent(ctx.db, step.videoId, step.rev, percent)
      .then(
        () => publishSubmission(ctx, step.videoId),
        () => {},
      )
      .finally(() => {
        busy = false;
      });
  };
}
