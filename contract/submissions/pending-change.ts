import { z } from 'zod';
import { Category } from '../videos/videos.ts';
import { SubmissionLocation } from './location.ts';

/** What a creator wants an approved video to say and show, where an admin has to see that first. */
export const PendingChange = z.object({
  title: z.string().optional(),
  category: Category.optional(),
  description: z.string().nullable().optional(),
  location: SubmissionLocation.nullable().optional(),
  /** Its address. */
  thumbnail: z.string().optional(),
});
export type PendingChange = z.infer<typeof PendingChange>;
