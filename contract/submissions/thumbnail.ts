import { z } from 'zod';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';

/** Where in the file the thumbnail is from, in seconds; left out: it is a picture of its own. */
export const FrameSeconds = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,20})?$/, 'Please enter the time in seconds.')
  .transform(Number)
  .register(jsonSchemaFacts, { type: 'number', minimum: 0 });

export const ThumbnailForm = z.object({
  thumbnail: z.file().optional(),
  /** Instead: one of its `candidates`, counted from 1. */
  candidate: z.string().optional(),
  /** Beside `thumbnail`. */
  thumbnailAt: FrameSeconds.optional(),
});
