import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IdParams, Timestamp, Sentence } from '../values.ts';
import { Edit } from '../submissions/edit.ts';
import { Labels, SensitiveChoice } from '../videos/labels.ts';
import { Focus } from '../videos/videos.ts';

/** How long a finished export is stored and its link is valid. */
export const EXPORT_HOURS = 24;

export const DataExport = z.object({
  id: z.number().int(),
  status: z.enum(['PENDING', 'READY', 'FAILED']),
  /** Bytes, once it is ready. */
  size: z.number().int().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

const maybe = z.string().nullable();
/** `data.json` of an export; its JSON Schema is in the same archive. */
export const ExportDocument = z.object({
  format: z.literal('lll-export'),
  version: z.literal(1),
  /** The site that created it. */
  site: z.string(),
  exportedAt: Timestamp,
  account: z.object({
    username: z.string(),
    email: maybe,
    emailVerified: z.boolean(),
    language: z.string().nullish(),
    displayName: maybe,
    bio: maybe,
    supportLink: maybe,
    sensitive: SensitiveChoice,
    role: z.string(),
    createdAt: Timestamp,
  }),
  videos: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      description: maybe,
      category: z.string(),
      status: z.string(),
      rejectReason: maybe,
      visibility: z.string(),
      publishAt: Timestamp.nullable(),
      focus: Focus,
      location: z.object({
        name: maybe,
        city: maybe,
        state: maybe,
        country: maybe,
        address: maybe,
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
      }),
      /** Those of its field. */
      tags: z.array(z.string()),
      labels: Labels,
      /** Of the original, which is in this archive as it was uploaded. */
      edit: Edit.nullable(),
      /** Null: the site's default. */
      downloadable: z.boolean().nullable(),
      supportLink: maybe,
      views: z.number().int(),
      likes: z.number().int(),
      submittedAt: Timestamp,
      firstPublished: Timestamp.nullable(),
      /** Of the shop that it shows, in seconds. */
      products: z.array(
        z.object({ name: z.string(), variant: z.string().nullable(), start: z.number(), end: z.number() }),
      ),
      /** The original upload, in this archive; null: it is no longer stored. */
      file: maybe,
    }),
  ),
  /** The videos' captions, each a WebVTT file in this archive, including drafts. */
  captions: z.array(
    z.object({
      videoId: z.number().int(),
      language: z.string(),
      kind: z.string(),
      state: z.string(),
      file: z.string(),
    }),
  ),
  comments: z.array(
    z.object({
      id: z.number().int(),
      videoId: z.number().int(),
      videoTitle: z.string(),
      text: z.string(),
      likes: z.number().int(),
      createdAt: Timestamp,
    }),
  ),
  posts: z.array(
    z.object({
      id: z.number().int(),
      text: z.string(),
      likes: z.number().int(),
      createdAt: Timestamp,
      editedAt: Timestamp.nullable(),
      /** In this archive. */
      pictures: z.array(z.object({ file: z.string(), alt: maybe })),
    }),
  ),
  likes: z.array(z.object({ kind: z.enum(['video', 'comment', 'post']), id: z.number().int() })),
  playlists: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      description: maybe,
      visibility: z.string(),
      createdAt: Timestamp,
      /** Ids, in their order. */
      videos: z.array(z.number().int()),
    }),
  ),
  series: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      description: maybe,
      createdAt: Timestamp,
      videos: z.array(z.number().int()),
    }),
  ),
  /** Saved to watch later, last added first. */
  watchLater: z.array(z.object({ videoId: z.number().int(), addedAt: Timestamp })),
  /** What they watched and how far, latest first. */
  history: z.array(z.object({ videoId: z.number().int(), seconds: z.number(), watchedAt: Timestamp })),
  /** API keys, without the secrets. */
  keys: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.string()),
      createdAt: Timestamp,
      expiresAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  /** The usernames and categories they follow. */
  follows: z.array(
    z.object({ kind: z.enum(['creator', 'category', 'tag']), name: z.string(), createdAt: Timestamp }),
  ),
  blocks: z.array(z.object({ username: z.string(), createdAt: Timestamp })),
  mutes: z.array(z.object({ username: z.string(), createdAt: Timestamp })),
  mutedWords: z.array(z.object({ word: z.string(), createdAt: Timestamp })),
  /** The people mentioned in their comments and posts. */
  mentions: z.array(
    z.object({ kind: z.enum(['comment', 'post']), id: z.number().int(), username: z.string() }),
  ),
  orders: z.array(
    z.object({
      id: z.number().int(),
      status: z.string(),
      total: z.number(),
      /** Of the total. */
      shipping: z.number(),
      refunded: z.number(),
      currency: z.string(),
      items: z.array(z.object({ name: z.string(), quantity: z.number().int(), price: z.number() })),
      shippedTo: z.string(),
      trackingNumber: maybe,
      /** When the member declared their withdrawal from it. */
      withdrawnAt: Timestamp.nullable(),
      createdAt: Timestamp,
    }),
  ),
  /** Their notifications that are still visible, latest first. */
  notifications: z.array(
    z.object({ kind: z.string(), title: z.string(), createdAt: Timestamp, readAt: Timestamp.nullable() }),
  ),
  /** The preferences they changed from the defaults. */
  notificationWays: z.array(
    z.object({ kind: z.string(), site: z.boolean(), email: z.string(), push: z.boolean() }),
  ),
  securityEvents: z.array(
    z.object({ kind: z.string(), device: maybe, address: maybe, detail: maybe, createdAt: Timestamp }),
  ),
});
export type ExportDocument = z.infer<typeof ExportDocument>;

/** Bytes of an archive that is brought in. */
export const MAX_IMPORT = 2 * 1024 ** 3;

export const DataImport = z.object({
  id: z.number().int(),
  status: z.enum(['PENDING', 'DONE', 'FAILED']),
  createdAt: Timestamp,
  /** Why it failed, as a sentence. */
  problem: Sentence.nullable(),
  /** Videos that are submissions now. */
  clips: z.number().int(),
  /** The imported profile fields: those that were empty here. */
  profile: z.array(z.enum(['display name', 'bio', 'picture'])),
  leftOut: z.array(z.object({ what: z.string(), why: Sentence })),
});
export type DataImport = z.infer<typeof DataImport>;
export type DataImportAnswer = z.input<typeof DataImport>;

export const exports = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/exports',
    access: 'user',
    response: z.array(DataExport),
    summary: "The caller's exports that are in progress or available, newest first",
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/me/exports',
    access: 'user',
    fresh: true,
    status: 202,
    response: DataExport,
    errorStatuses: [409, 429],
    summary: "Create a ZIP of all the caller's data. An email announces when it is ready",
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/me/exports/{id}/link',
    access: 'user',
    fresh: true,
    params: IdParams,
    response: z.object({ url: z.string() }),
    summary: 'A download URL for the export, with Range support, until it expires',
  }),
  imports: endpoint({
    method: 'GET',
    path: '/api/me/imports',
    access: 'user',
    response: z.array(DataImport),
    summary: "The caller's latest imports, newest first",
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/api/me/imports',
    access: 'user',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    status: 202,
    response: DataImport,
    errorStatuses: [409, 413, 415, 429],
    summary:
      'Import the ZIP exported from another site (field `file`). Videos go to review, and empty profile fields are filled in',
  }),
};
