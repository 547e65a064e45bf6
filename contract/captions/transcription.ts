import { z } from 'zod';

/** SILENT: no speech was found in the video. */
export const TRANSCRIPTION_STATES = ['QUEUED', 'DONE', 'SILENT', 'FAILED'] as const;
export type TranscriptionState = (typeof TRANSCRIPTION_STATES)[number];

/** What a machine makes of an upload's sound. */
export const Transcription = z.object({
  /** The owner gave the site a model. */
  isOffered: z.boolean(),
  /** Null: never requested. */
  state: z.enum(TRANSCRIPTION_STATES).nullable(),
  /** Of the track that was made. */
  language: z.string().nullable(),
});
export type Transcription = z.infer<typeof Transcription>;
