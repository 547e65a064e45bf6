import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import {
  MAX_REVIEW_REASON,
  Cursor,
  IdParams,
  Limit,
  Timestamp,
  optionalSearchText,
  optionalText,
  line,
  Sentence,
} from '../values.ts';
import { REVIEW_STATUSES } from './review-states.ts';
import { resumableEndpoints } from './resumable.ts';
import { MineQuery } from './mine.ts';
import { Edit } from './edit.ts';
import { PendingChange } from './pending-change.ts';
import { SubmissionLocation, UploadLocation } from './location.ts';
import { FrameSeconds, ThumbnailForm } from './thumbnail.ts';
import { UploadEdit, UploadTags, jsonField } from './upload-edit.ts';
import { PublishAt } from './publish-at.ts';
import { TypedTags } from '../tags/tags.ts';
import { LABELS, Labels } from '../videos/labels.ts';
import { Category, CommentsMode, Focus, Visibility } from '../videos/videos.ts';

/** Largest video, in bytes; displayed as 300MB. */
export const MAX_UPLOAD = 300 * 1024 * 1024;
/** Above this the dialog hints that the file is large. */
export const UPLOAD_HINT = 200 * 1024 * 1024;
/** Above this the dialog uploads by the resumable route. */
export const RESUMABLE_ABOVE = 16 * 1024 * 1024;
export const MAX_THUMBNAIL = 5 * 1024 * 1024;
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 5000;
/** Default and maximum page size of the review list. */
export const SUBMISSIONS_PAGE = 600;
export const MAX_SUBMISSIONS_PAGE = 1200;

export const ReviewStatus = z.enum(REVIEW_STATUSES);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const PROCESSINGS = ['QUEUED', 'PROCESSING', 'READY', 'FAILED'] as const;
export const Processing = z.enum(PROCESSINGS);
export type Processing = z.infer<typeof Processing>;

export const SUBMISSION_STATES = [
  'RECEIVED',
  'CHECKED',
  'ENCODING',
  'IN_REVIEW',
  'PRIVATE',
  'SCHEDULED',
  'LIVE',
  'REJECTED',
  'ARCHIVED',
] as const;

/** The state of a submission, as its uploader sees it. */
export const SubmissionStatus = z.object({
  state: z.enum(SUBMISSION_STATES),
  /** 'received', 'checked', 'encoding 42 %', 'in review (3rd in queue)', 'private', 'scheduled', 'live', 'rejected', 'archived'. */
  text: z.string(),
  /** While encoding. */
  percent: z.number().int().nullable(),
  /** While in review: 1 is next. */
  place: z.number().int().nullable(),
  /** When rejected or archived: why, and what to do. */
  reason: Sentence.nullable(),
  advice: Sentence.nullable(),
});
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;
export type SubmissionStatusAnswer = z.input<typeof SubmissionStatus>;

export const NewFile = z.object({
  status: ReviewStatus,
  processing: Processing,
  processingPercent: z.number().int(),
  failureReason: Sentence.nullable(),
  rejectReason: Sentence.nullable(),
  sourceUrl: z.string().nullable(),
  thumbnail: z.string().nullable(),
  durationSec: z.number(),
  /** Of an edit of the video's own file, and of a new file uploaded with one. */
  edit: Edit.nullable(),
  submittedAt: Timestamp,
});
export type NewFile = z.infer<typeof NewFile>;
export type NewFileAnswer = z.input<typeof NewFile>;

export const Submission = z.object({
  id: z.number().int(),
  title: z.string(),
  creator: z.string(),
  creatorUsername: z.string().nullable(),
  avatar: z.string().nullable(),
  thumbnail: z.string().nullable(),
  placeholder: z.string().nullable(),
  /** Frames of the video to choose a thumbnail from; empty until they are extracted. */
  candidates: z.array(z.string()),
  category: Category,
  description: z.string().nullable(),
  /** Playable MP4 once there is one; before the video is public, a signed URL valid for an hour or two. */
  sourceUrl: z.string().nullable(),
  hlsUrl: z.string().nullable(),
  storyboard: z.string().nullable(),
  /** Of its published captions and subtitles. */
  captionLanguages: z.array(z.string()),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  focus: Focus,
  durationSec: z.number(),
  views: z.number().int(),
  likes: z.number().int(),
  status: ReviewStatus,
  processing: Processing,
  processingPercent: z.number().int(),
  failureReason: Sentence.nullable(),
  rejectReason: Sentence.nullable(),
  /** Seconds into the video that the reason is about. */
  rejectAtSec: z.number().nullable(),
  isFeatured: z.boolean(),
  isTrending: z.boolean(),
  archivedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  visibility: Visibility,
  /** When it is published, once approved; null: not scheduled, or already published. */
  publishAt: Timestamp.nullable(),
  /** The series that it is in. */
  seriesId: z.number().int().nullable(),
  comments: CommentsMode,
  commentCount: z.number().int(),
  /** Its creator changed its text or picture after it was approved. */
  editedAt: Timestamp.nullable(),
  /** When it was published elsewhere, where it came in an archive. */
  firstPublished: Timestamp.nullable(),
  location: SubmissionLocation.nullable(),
  /** Those of its field, folded and without #; those of its description aren't among them. */
  tags: z.array(z.string()),
  labels: Labels,
  /** Labels that an admin set or removed; only admins change these. */
  adminLabels: z.array(z.enum(LABELS)),
  /** Null: the site's default. */
  downloadable: z.boolean().nullable(),
  supportLink: z.string().nullable(),
  /** As last saved: of the new file, if one is pending. All times but its own are those of what plays. */
  edit: Edit.nullable(),
  /** Counts its changes by `PATCH`, which answers 409 to an older one. */
  version: z.number().int(),
  submissionStatus: SubmissionStatus,
  /** A replacement file being encoded or reviewed, or why it was rejected. */
  newFile: NewFile.nullable(),
  /** The creator's edit that is pending review. */
  pendingChange: PendingChange.nullable(),
  /** How the uploader's other submissions fared; for admins only. */
  uploaderHistory: z
    .object({ approved: z.number().int(), pending: z.number().int(), rejected: z.number().int() })
    .nullable(),
});
export type Submission = z.infer<typeof Submission>;
export type SubmissionAnswer = z.input<typeof Submission>;

/** The text fields beside `file` and `thumbnail`; for the resumable route the same names as tus metadata. */
export const UploadFields = z.object({
  title: line(MAX_TITLE, { what: 'title' }),
  category: Category,
  description: optionalText(MAX_DESCRIPTION, { what: 'description' }),
  /** The browser's guess; the server measures for itself. */
  durationSec: z.string().max(40).optional(),
  thumbnailAt: FrameSeconds.optional(),
  location: jsonField(UploadLocation, "The location isn't valid JSON."),
  tags: jsonField(UploadTags, "The tags aren't valid JSON."),
  /** Left out: the file's own metadata decides. */
  labels: jsonField(Labels, "The labels aren't valid JSON."),
  /** A cut beyond its end fails while it is processed. */
  edit: jsonField(UploadEdit, "The edit isn't valid JSON."),
  visibility: Visibility.optional(),
  publishAt: PublishAt.optional(),
  comments: CommentsMode.optional(),
  /** The caller's rejected or failed submission that this file replaces. */
  submissionId: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, "This isn't a valid ID.")
    .transform(Number)
    .register(jsonSchemaFacts, { type: 'integer', minimum: 1 })
    .optional(),
  /** The caller's video that this is a new file for; its address, text, likes and comments stay. */
  replaces: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, "This isn't a valid ID.")
    .transform(Number)
    .register(jsonSchemaFacts, { type: 'integer', minimum: 1 })
    .optional(),
});
export type UploadFields = z.output<typeof UploadFields>;

export const Rejection = z.object({
  reason: optionalText(MAX_REVIEW_REASON, { what: 'reason' }),
  atSec: z
    .number()
    .min(0)
    .max(36_000)
    .nullish()
    .transform((value) => value ?? null),
});

/** Only the given fields are changed. */
export const Resubmission = z.object({
  title: line(MAX_TITLE, { what: 'title' }).optional(),
  category: Category.optional(),
  description: optionalText(MAX_DESCRIPTION, { what: 'description' }).optional(),
  /** Those of its field, as a whole: up to 10, each of 1 to 40 letters, digits and underscores; 422 for others and for blocked ones. */
  tags: TypedTags.optional(),
});

const listQuery = z.object({
  status: ReviewStatus.optional(),
  q: optionalSearchText(),
  /** Only those with a location. */
  located: z.enum(['true'], 'located must be true, or left out.').optional(),
  /** Only those scheduled for later. */
  scheduled: z.enum(['true'], 'scheduled must be true, or left out.').optional(),
  cursor: Cursor.optional(),
  limit: Limit.optional(),
});

export const submissions = {
  upload: endpoint({
    method: 'POST',
    path: '/api/submissions/upload',
    access: 'creator',
    scope: 'UPLOAD',
    consumes: 'multipart/form-data',
    form: UploadFields.extend({ file: z.file(), thumbnail: z.file().optional() }),
    errors: 'text',
    headers: ['Idempotency-Key'],
    status: 201,
    response: Submission,
    summary:
      'Upload a video (fields file, thumbnail, title, category, description, durationSec, thumbnailAt, location, tags, labels, edit, visibility, publishAt, comments). It goes to review unless it is private. Repeating it with the same Idempotency-Key (header, 8 to 100 of A-Z a-z 0-9 _ -, for a day) returns the same submission',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/submissions',
    access: 'admin',
    query: listQuery,
    response: z.array(Submission),
    summary:
      "All uploads that aren't archived, newest first. X-Next-Cursor is the next page's cursor. With q, the newest whose title, place, category or creator matches all words, with typo tolerance",
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/submissions/mine',
    access: 'user',
    query: MineQuery,
    scope: 'READ_OWN',
    response: z.array(Submission),
    summary:
      "The caller's uploads, newest first by default. With `limit`, X-Next-Cursor is the next page's cursor",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/submissions/{id}',
    access: 'user',
    scope: 'READ_OWN',
    params: IdParams,
    response: Submission,
    summary: 'One upload, for its uploader and admins',
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/submissions/{id}/events',
    access: 'user',
    params: IdParams,
    produces: 'text/event-stream',
    summary:
      'Its submissionStatus as server-sent events (event: submissionStatus) on every change, until it is live or rejected',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/approve',
    access: 'admin',
    params: IdParams,
    response: Submission,
    summary: 'Approve a PENDING upload. 409 in any other state',
  }),
  unapprove: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/unapprove',
    access: 'admin',
    params: IdParams,
    response: Submission,
    summary: 'Move an APPROVED upload back to PENDING. 409 in any other state',
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/reject',
    access: 'admin',
    params: IdParams,
    body: Rejection.nullish(),
    response: Submission,
    summary: 'Reject a PENDING upload, with a reason for the uploader. 409 in any other state',
  }),
  resubmit: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/resubmit',
    access: 'creator',
    scope: 'MANAGE_OWN',
    params: IdParams,
    body: Resubmission.nullish(),
    errorStatuses: [422],
    response: Submission,
    summary:
      'Resubmit a rejected upload with updated details, as its uploader. To change the file, upload with submissionId',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/submissions/{id}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    summary:
      "Permanently delete one's own upload with its files, likes and comments. 409 if an admin archived it",
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/retry',
    access: 'admin',
    params: IdParams,
    response: Submission,
    summary: 'Retry processing a failed upload',
  }),
  ...resumableEndpoints,
  thumbnail: endpoint({
    method: 'PUT',
    path: '/api/submissions/{id}/thumbnail',
    form: ThumbnailForm,
    access: 'creator',
    scope: 'UPLOAD',
    params: IdParams,
    consumes: 'multipart/form-data',
    response: Submission,
    summary:
      'Set the thumbnail, as its uploader or an admin: a picture (field thumbnail; with thumbnailAt where it is a frame, and no edit that cuts it away will show it) or a frame of the video (field candidate). Where edits of live videos are reviewed, it becomes a `pendingChange`',
  }),
};
