import { z } from 'zod';
import { CommentReply } from '../comments/comments.ts';
import { endpoint } from '../endpoint.ts';
import { PublishAt } from './publish-at.ts';
import { Resubmission, Submission } from './submissions.ts';
import { Cursor, Id, IdParams, Limit } from '../values.ts';
import { CommentsMode, Focus, Visibility } from '../videos/videos.ts';
import { Labels } from '../videos/labels.ts';
import { UploadLocation } from './location.ts';

/** Only the given fields are changed. */
export const SubmissionChange = Resubmission.extend({
  location: UploadLocation.nullable().optional(),
  visibility: Visibility.optional(),
  /** Null: as soon as it is approved. */
  publishAt: PublishAt.nullable().optional(),
  /** A series of the uploader's, to which it is appended; null: it is removed from its series. */
  seriesId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
  comments: CommentsMode.optional(),
  focus: Focus.optional(),
  /** As a whole; those that an admin set only an admin changes (403). */
  labels: Labels.optional(),
});
export type SubmissionChange = z.output<typeof SubmissionChange>;

/** A comment on one of the caller's videos. */
export const InboxComment = CommentReply.extend({
  videoTitle: z.string(),
  videoThumbnail: z.string().nullable(),
  /** Pending review by the video's creator, and visible to no one else. */
  waits: z.boolean(),
});
export type InboxComment = z.infer<typeof InboxComment>;

export const INBOX_PAGE = 50;

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
  replaceFile: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/file',
    access: 'creator',
    scope: 'UPLOAD',
    params: IdParams,
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    status: 201,
    response: Submission,
    summary:
      'Another film for an own upload (field file): address, likes and comments stay; where others see it, the new one is reviewed and the old one plays until then. Resumable uploads name it as `replaces`',
  }),
  withdrawFile: endpoint({
    method: 'DELETE',
    path: '/api/submissions/{id}/file',
    access: 'creator',
    scope: 'UPLOAD',
    params: IdParams,
    summary: 'Take back a film that waits to take the place of the old one',
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/archive',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    response: Submission,
    summary:
      'Put an own upload into the archive: nobody but its uploader and admins sees it; 409 if it is there',
  }),
  unarchive: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/unarchive',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    response: Submission,
    summary: 'Take an own upload out of the archive again; 409 unless its uploader put it there',
  }),
  inbox: endpoint({
    method: 'GET',
    path: '/api/me/inbox',
    access: 'creator',
    scope: 'READ_OWN',
    query: z.object({
      /** Of this video alone. */
      videoId: Id.optional(),
      /** Only those pending the caller's review. */
      held: z.enum(['true'], 'held must be true, or left out.').optional(),
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(InboxComment),
    summary:
      "What others wrote under the caller's own clips, newest first, 50 a page; X-Next-Cursor names the next page",
  }),
};
