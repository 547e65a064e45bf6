import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IdParams, Timestamp, Sentence } from '../values.ts';
import { Category, Visibility } from '../videos/videos.ts';

/** Bytes of an archive, and videos in it. */
export const MAX_ARCHIVE = 2 * 1024 ** 3;
export const MAX_ARCHIVE_VIDEOS = 1000;
/** How long found items can be submitted. */
export const ARCHIVE_DAYS = 7;

export const ArchiveItem = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The original date of publication. */
  date: Timestamp.nullable(),
  durationSec: z.number().nullable(),
  /** The file is identical to one of the caller's videos, or to an earlier one in this archive. */
  duplicate: z.boolean(),
  /** The original visibility, and the submitted one: private videos stay private. */
  visibility: Visibility,
  /** Why it can't be imported, in a sentence. */
  problem: Sentence.nullable(),
  /** WAITING: queued for submission. */
  status: z.enum(['FOUND', 'WAITING', 'SENT', 'FAILED']),
  submissionId: z.number().int().nullable(),
});
export type ArchiveItem = z.infer<typeof ArchiveItem>;
export type ArchiveItemAnswer = z.input<typeof ArchiveItem>;

export const Archive = z.object({
  id: z.number().int(),
  /** Of its file, as it was sent. */
  name: z.string().nullable(),
  status: z.enum(['READING', 'READ', 'FAILED']),
  problem: Sentence.nullable(),
  items: z.array(ArchiveItem),
  /** What of it is no video, and why. */
  leftOut: z.array(z.object({ what: z.string(), why: Sentence })),
  createdAt: Timestamp,
});
export type Archive = z.infer<typeof Archive>;
export type ArchiveAnswer = z.input<typeof Archive>;

export const archives = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/archives',
    access: 'creator',
    response: z.array(Archive),
    summary: `The caller's archives of the last ${ARCHIVE_DAYS} days, newest first`,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/me/archives',
    access: 'creator',
    scope: 'UPLOAD',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    status: 202,
    response: Archive,
    errorStatuses: [409, 413, 415, 429],
    summary:
      'Upload an archive (field `file`) from TikTok, Instagram, YouTube or PeerTube, or a ZIP of videos. It is scanned, and nothing is submitted yet',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/me/archives/{id}',
    access: 'creator',
    scope: 'READ_OWN',
    params: IdParams,
    response: Archive,
    summary: 'What an archive contains, and the progress of the chosen items',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/me/archives/{id}/submissions',
    access: 'creator',
    scope: 'UPLOAD',
    params: IdParams,
    body: z.object({
      items: z
        .array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
        .min(1, 'Please choose something.')
        .max(MAX_ARCHIVE_VIDEOS),
      /** The site's first one by default. */
      category: Category.optional(),
    }),
    status: 202,
    response: Archive,
    errorStatuses: [409],
    summary: 'Submit these items for review, one after another. Items already submitted are skipped',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/me/archives/{id}',
    access: 'creator',
    params: IdParams,
    summary: 'Delete an archive and its file. What was submitted stays',
  }),
};
