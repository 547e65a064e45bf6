import { z } from 'zod';
import { CommentReply } from '../comments/comments.ts';
import { endpoint } from '../endpoint.ts';
import { Edit, Original } from './edit.ts';
import { PublishAt } from './publish-at.ts';
import { Resubmission, Submission } from './submissions.ts';
import { Cursor, Id, IdParams, Limit } from '../values.ts';
import { CommentsMode, Focus, Visibility } from '../videos/videos.ts';
import { Labels, SupportLink } from '../videos/labels.ts';
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
  /** Null: the site's default. */
  downloadable: z.boolean().nullable().optional(),
  supportLink: SupportLink.optional(),
  /** As a whole; null: the whole video again. Of a live video it is reviewed like a new file, and pending as `newFile`. */
  edit: Edit.nullable().optional(),
  /** The one that was changed: 409 if it is no longer the latest. */
  version: z.number().int().optional(),
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
    errorStatuses: [422],
    response: Submission,
    summary:
      "Update an upload's details, visibility, publication date and edit, as its uploader or an admin. 409 for a `version` that isn't the latest, 422 for an edit that the video doesn't allow",
  }),
  original: endpoint({
    method: 'GET',
    path: '/api/submissions/{id}/original',
    access: 'user',
    scope: 'READ_OWN',
    params: IdParams,
    response: Original,
    summary: "The whole of an upload's latest file, to edit it by",
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
      "Replace an upload's file (field file). Its URL, likes and comments stay. If the video is live, the new file is reviewed and the old one plays until then. Resumable uploads send `replaces`",
  }),
  withdrawFile: endpoint({
    method: 'DELETE',
    path: '/api/submissions/{id}/file',
    access: 'creator',
    scope: 'UPLOAD',
    params: IdParams,
    summary: 'Withdraw a replacement file or edit that is pending',
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/archive',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    response: Submission,
    summary: "Archive one's own upload. Only its uploader and admins see it. 409 if it is already archived",
  }),
  unarchive: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/unarchive',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    response: Submission,
    summary: "Restore one's own upload from the archive. 409 unless its uploader archived it",
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
      "Comments by others on the caller's videos, newest first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
};
