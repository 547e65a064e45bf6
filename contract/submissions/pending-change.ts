import { z } from 'zod';
import { Category } from '../videos/videos.ts';
import { SubmissionLocation } from './location.ts';

/** A creator's edit of an approved video, pending an admin's review. */
export const PendingChange = z.object({
  title: z.string().optional(),
  category: Category.optional(),
  description: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
  location: SubmissionLocation.nullable().optional(),
  /** Its address. */
  thumbnail: z.string().optional(),
});
export type PendingChange = z.infer<typeof PendingChange>;
