import { MessageError, storedMessages } from '#contract/text/message.ts';
import { z } from 'zod';
import type { Heard } from '#server/adapters/speech/heard.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { findFilm } from './captions.store.ts';
import { keepHeard } from './heard.actions.ts';
import { extractSound } from './sound.ts';
import { failTranscription } from './transcription.store.ts';

const FAULTS = storedMessages('transcription', {
  NO_MODEL: 'TRANSCRIBE_MODEL is not set for this worker, though it is for another process.',
});

const NOTHING: Heard = { language: null, passages: [] };

const Asked = z.object({
  videoId: z.number().int(),
  /** Of what is said, where the model can't tell by itself. */
  language: z.string().nullable(),
});

/** Writes down what is said in a video, one video after the other. */
export const transcribeVideo = job<z.infer<typeof Asked>>({
  name: 'captions-transcribe',
  schema: Asked,
  seconds: 3600,
  concurrency: 1,
  retryLimit: 1,
  unique: true,
  onFailed: (ctx, { videoId }) => failTranscription(ctx.db, videoId, new Date(ctx.clock.now())),
  async run(ctx, { videoId, language }, { signal }) {
    const film = await findFilm(ctx.db, videoId);
    if (!film) return;
    const heard = await inWorkFolder(ctx, async (dir) => {
      const sound = await extractSound(ctx, film.key, { dir, signal });
      return sound === null ? NOTHING : speechOf(ctx).transcribe(sound, { signal });
    });
    if (await keepHeard(ctx, { videoId, language, rev: film.rev }, heard)) return;
    await ctx.jobs.send(transcribeVideo, { videoId, language }, { singletonKey: String(videoId) });
  },
});

function speechOf({ speech }: Context) {
  if (!speech) throw new MessageError(FAULTS.NO_MODEL());
  return speech;
}
