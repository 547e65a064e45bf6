import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IdParams, Timestamp } from '../values.ts';
import { CueOut } from './captions.ts';
import { CaptionKind, Language } from './tracks.ts';

/** A track of a video that others see, which an admin has to look at. */
export const WaitingTrack = z.object({
  videoId: z.number().int(),
  title: z.string(),
  language: z.string(),
  kind: CaptionKind,
  label: z.string(),
  /** Its author; null: the account was deleted. */
  author: z.string().nullable(),
  cues: z.number().int(),
  /** The same track is published, and stays so until the decision. */
  isPublished: z.boolean(),
  beginning: z.array(CueOut),
  updatedAt: Timestamp,
});
export type WaitingTrack = z.infer<typeof WaitingTrack>;

/** Tracks in one response; the next ones follow once these are reviewed. */
export const MAX_WAITING = 100;

export const captionReview = {
  waiting: endpoint({
    method: 'GET',
    path: '/api/admin/captions',
    access: 'admin',
    response: z.array(WaitingTrack),
    summary: 'Captions of live videos pending review, oldest first',
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/captions/{language}/reject',
    access: 'admin',
    params: IdParams.extend({ language: Language }),
    query: z.object({ kind: CaptionKind.default('captions') }),
    summary: 'Return pending captions to their author as a draft',
  }),
};
