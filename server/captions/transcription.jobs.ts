import { MessageError, storedMessages } from '#contract/text/message.ts';
import { z } from 'zod';
import type { Transcript } from '#server/adapters/speech/transcript.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { findVideoFile } from './captions.store.ts';
import { saveTranscript } from './transcript.actions.ts';
import { extractSound } from './sound.ts';
import { failTranscription } from './transcription.store.ts';

const FAULTS = storedMessages('transcription', {
  NO_MODEL: 'TRANSCRIBE_MODEL is set for another process but not for this worker.',
});

const NOTHING: Transcript = { language: null, passages: [] };

const TranscriptionRequest = z.object({
  videoId: z.number().int(),
  /** The spoken language, where the model can't detect it. */
  language: z.string().nullable(),
});

/** Transcribes a video; one at a time. */
export const transcribeVideo = job<z.infer<typeof TranscriptionRequest>>({
  name: 'captions-transcribe',
  schema: TranscriptionRequest,
  seconds: 3600,
  concurrency: 1,
  retryLimit: 1,
  unique: true,
  onFailed: (ctx, { videoId }) => failTranscription(ctx.db, videoId, new Date(ctx.clock.now())),
  async run(ctx, { videoId, language }, { signal }) {
    const source = await findVideoFile(ctx.db, videoId);
    if (!source) return;
    const transcript = await inWorkFolder(ctx, async (dir) => {
      const sound = await extractSound(ctx, source.key, { dir, signal });
      return sound === null ? NOTHING : speechOf(ctx).transcribe(sound, { signal });
    });
    if (await saveTranscript(ctx, { videoId, language, rev: source.rev }, transcript)) return;
    await ctx.jobs.send(transcribeVideo, { videoId, language }, { singletonKey: String(videoId) });
  },
});

function speechOf({ speech }: Context) {
  if (!speech) throw new MessageError(FAULTS.NO_MODEL());
  return speech;
}
