import { z } from 'zod';
import { Timestamp } from '../values.ts';

export const Session = z.object({
  id: z.number().int(),
  current: z.boolean(),
  /** Readable: "Firefox on Linux". */
  device: z.string(),
  address: z.string().nullable(),
  /** The country, by the address. */
  place: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type Session = z.infer<typeof Session>;
