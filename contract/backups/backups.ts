import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Sentence, Timestamp } from '../values.ts';

export const Backups = z.object({
  /** `external`: the database has tools of its own; `off`: the owner wants none. */
  kind: z.enum(['hourly', 'off', 'external']),
  /** Where they are on this machine; null: nowhere. */
  folder: z.string().nullable(),
  /** Each is sent to a second bucket, too. */
  bucket: z.boolean(),
  /** When one was last restored aside and found whole. */
  verifiedAt: Timestamp.nullable(),
  /** Everything until then is in a verified backup. */
  heldUntil: Timestamp.nullable(),
  /** The run that began last. */
  last: z
    .object({
      startedAt: Timestamp,
      state: z.enum(['running', 'verified', 'failed']),
      failure: Sentence.nullable(),
      /** Size of the database's archive, once it exists. */
      bytes: z.number().int().nullable(),
    })
    .nullable(),
});
export type Backups = z.infer<typeof Backups>;
export type BackupsAnswer = z.input<typeof Backups>;

export const backups = {
  state: endpoint({
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    response: Backups,
    summary: 'The status of the latest backup and the latest verification',
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    errorStatuses: [409],
    summary: 'Start a backup as a job. 409 where backups are off',
  }),
  newest: endpoint({
    method: 'GET',
    path: '/api/admin/backups/newest',
    access: 'admin',
    fresh: true,
    produces: 'application/octet-stream',
    errorStatuses: [404],
    summary: "The newest backup's database archive, encrypted if a key is set, without media",
  }),
};
