import { MAX_TRACKS } from '#contract/captions/captions.ts';
import { languageTag } from '#contract/captions/caption-languages.ts';
import { toOriginal } from '#contract/submissions/edit-times.rules.ts';
import type { Transcript } from '#server/adapters/speech/transcript.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { showTracks } from './captions.actions.ts';
import { wordCountOf, spokenOf, toStored } from './captions.rows.ts';
import { countTracks, findCaptioned, findTrack, putTrack } from './captions.store.ts';
import { cuesOf } from './transcription.rules.ts';
import { findUploaderLanguage, hasOwnCaptions, queueTranscription } from './transcription.store.ts';

/**
 * Saves a transcript as a draft for review, or publishes it where the owner's settings allow. Captions a
 * person wrote in that language are left alone. False: `rev`, which was transcribed, is no longer the video's
 * file.
 */
export async function saveTranscript(
  ctx: Context,
  { videoId, language: requestedLanguage, rev }: { videoId: number; language: string | null; rev: string },
  { language: detectedLanguage, passages }: Transcript,
): Promise<boolean> {
  const { owner } = ctx.settings;
  const at = new Date(ctx.clock.now());
  const language =
    (detectedLanguage && languageTag(detectedLanguage)) ??
    requestedLanguage ??
    (await findUploaderLanguage(ctx.db, videoId)) ??
    owner.languages.defaultLanguage;
  const state = owner.community.publishMachineCaptions ? 'PUBLISHED' : 'DRAFT';
  const isCurrent = await transact(ctx.db, async (trx) => {
    const video = await findCaptioned(trx, videoId, { lock: true });
    if (!video || video.isArchived) return true;
    if (video.rev !== rev) return false;
    // times of what plays
    const shown = cuesOf(passages, video.durationMs === null ? Infinity : video.durationMs / 1000);
    const cues = toOriginal(shown, [], video.cut, () => false);
    if (cues.length === 0) {
      await queueTranscription(trx, videoId, { state: 'SILENT', language: null, at });
      return true;
    }
    const name = { videoId, language, kind: 'captions' as const };
    const published = await findTrack(trx, name, 'published');
    const isTaken = await hasOwnCaptions(trx, videoId, language);
    if (!isTaken && (published ?? (await countTracks(trx, videoId)) < MAX_TRACKS)) {
      const texts = spokenOf(cues, video.cut);
      await putTrack(trx, {
        ...name,
        state,
        cues: cues.map(toStored),
        words: await wordCountOf(texts, language),
        byMachine: true,
        isDefault: published?.is_default ?? false,
        spoken: state === 'PUBLISHED' ? texts : null,
        by: null,
        at,
      });
      if (state === 'PUBLISHED') await showTracks(ctx, trx, videoId);
    }
    await queueTranscription(trx, videoId, { state: 'DONE', language, at });
    return true;
  });
  ctx.cache.drop('videos');
  return isCurrent;
}
