import type { Transcription } from '#contract/captions/transcription.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { checkMayChange, checkOwner, showTracks } from './captions.actions.ts';
import { findCaptioned, findVideoFile } from './captions.store.ts';
import { transcribeVideo } from './transcription.jobs.ts';
import {
  dropTranscription,
  findTranscription,
  hasOwnCaptions,
  queueTranscription,
} from './transcription.store.ts';

/** Requested transcriptions first, then automatic ones, then bulk. */
const PRIORITIES = { asked: 0, ready: -10, bulk: -20 };

/** Throws 404. */
export async function readTranscription(ctx: Context, user: User, id: number): Promise<Transcription> {
  checkOwner(await findCaptioned(ctx.db, id), user);
  const found = await findTranscription(ctx.db, id);
  return {
    isOffered: ctx.speech !== null,
    state: found?.state ?? null,
    language: found?.language ?? null,
  };
}

/** Throws 404, 409, 429. */
export async function requestTranscription(
  ctx: Context,
  user: User,
  id: number,
  language: string | null,
): Promise<Transcription> {
  await checkMayChange(ctx, user, id);
  if (!ctx.speech)
    throw fail(409, 'NOT_OFFERED', 'Automatic captions aren’t available here. Write or upload them instead.');
  if (!(await findVideoFile(ctx.db, id)))
    throw fail(409, 'NOT_READY', 'This video isn’t ready yet. Please try again in a while.');
  if (language !== null && (await hasOwnCaptions(ctx.db, id, language)))
    throw fail(409, 'CAPTIONS_EXIST', 'Captions already exist in this language. Please remove them first.');
  ctx.rateLimits.require('transcribe', String(user.id));
  await transact(ctx.db, (trx) => queue(ctx, trx, { id, language, priority: PRIORITIES.asked }));
  return readTranscription(ctx, user, id);
}

/** When a video is ready, it is transcribed if the site has a speech model and no one wrote captions. */
export async function transcribeReady(
  ctx: Context,
  trx: Trx,
  { videoId: id, isBulk }: { videoId: number; isBulk?: boolean | undefined },
): Promise<void> {
  const priority = isBulk ? PRIORITIES.bulk : PRIORITIES.ready;
  if (ctx.speech && !(await hasOwnCaptions(trx, id))) await queue(ctx, trx, { id, language: null, priority });
}

/** When a video's file is replaced, drops the old transcript and transcribes the new file. */
export async function transcribeReplaced(ctx: Context, trx: Trx, id: number): Promise<void> {
  await dropTranscription(trx, id);
  await showTracks(ctx, trx, id);
  await transcribeReady(ctx, trx, { videoId: id });
}

async function queue(
  ctx: Context,
  trx: Trx,
  { id, language, priority }: { id: number; language: string | null; priority: number },
): Promise<void> {
  await queueTranscription(trx, id, { state: 'QUEUED', language: null, at: new Date(ctx.clock.now()) });
  await ctx.jobs.send(
    transcribeVideo,
    { videoId: id, language },
    { trx, singletonKey: String(id), priority },
  );
}
