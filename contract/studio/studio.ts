import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PublishAt, Resubmission, Submission } from '../submissions.ts';
import { IdParams } from '../values.ts';
import { Visibility } from '../videos.ts';
import { UploadLocation } from './place.ts';

/** What is given is changed; what is left out stays. */
export const SubmissionChange = Resubmission.extend({
  location: UploadLocation.nullable().optional(),
  visibility: Visibility.optional(),
  /** Null: as soon as it is approved. */
  publishAt: PublishAt.nullable().optional(),
  /** A series of the uploader's, which it joins at the end; null: it leaves the one it is in. */
  seriesId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
});
export type SubmissionChange = z.output<typeof SubmissionChange>;

export const studio = {
  change: endpoint({
    method: 'PATCH',
    path: '/api/submissions/{id}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    body: SubmissionChange,
    response: Submission,
    summary: 'Change what an own upload says, who sees it and when it comes out, as its uploader or an admin',
  }),
};
