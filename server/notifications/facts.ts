import { z } from 'zod';
import { StoredSentence } from '#contract/values.ts';
import { NOTIFICATION_KINDS } from '#contract/notifications/kinds.ts';

/** A fact to notify users of: its kind and subject. Recipients are looked up when it is written. */
export const Fact = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  /** What it is about; PERSON: who did it; ACT: a moderator's; REQUEST: of an upgrade; null: jobs. */
  type: z.enum(['VIDEO', 'COMMENT', 'POST', 'PERSON', 'ORDER', 'ACT', 'REQUEST']).nullable(),
  /** Of jobs, the hour that they failed in, counted from 1970 on. */
  id: z.number().int(),
  /** Text that is stored nowhere else. */
  note: z.string().nullable().default(null),
  /** CLIP_REJECTED: why. */
  reason: StoredSentence.nullable().default(null),
  /** CLIP_REJECTED: the second of the video that the reason is about. */
  atSec: z.number().min(0).nullable().default(null),
  /** CLIP_REJECTED: when a change of an approved video was decided; null: the video itself was. */
  changeAt: z.iso.datetime().nullable().default(null),
  /** FOLLOWER: who is followed. */
  whom: z.number().int().nullable().default(null),
  /** Recipients with higher ids are still to be notified. */
  after: z.number().int().default(0),
});
export type Fact = z.output<typeof Fact>;
export type NewFact = z.input<typeof Fact>;
