import { z } from 'zod';
import { bytes, count, UNITS } from './variables.ts';

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Limits per person, per network and in total: the pairs of LIMITS. */
const Limits = z.strictObject({
  /** Bytes of one creator in 24 hours; 0: no limit. */
  uploadsPerDay: bytes(10 * UNITS.G),
  /** Per creator, pending review or in progress; 0: no limit. */
  pendingSubmissions: count(100, { max: UNLIMITED }),
  /** New accounts without an invitation, per hour; 0: no limit. The most frequent address isn't counted… */
  signUpsPerHour: count(100),
  /** …but has this for itself (IPv6: its /64). */
  signUpsPerAddress: count(500),
  /** Of one network in an hour; more need a proof of work. */
  freeGuestComments: count(1000, { min: 1, max: 1_000_000 }),
  /** Texts of newcomers with links to other sites, of one network in an hour; likewise. */
  freeLinks: count(200, { min: 1, max: 1_000_000 }),
  /** Uploads are rejected when a disk has less room; the database, beside the media as a rule, needs some too. */
  freeDisk: bytes(UNITS.G),
});
export type Limits = z.output<typeof Limits>;

/** `uploadsPerDay=20G,signUpsPerHour=200`; others have their defaults. */
export const limits = z
  .string()
  .default('')
  .transform((text, ctx): Limits => {
    const pairs = text.split(/[\s,]+/).filter(Boolean);
    const read = Limits.safeParse(
      Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string])),
    );
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      ctx.addIssue(
        issue.code === 'unrecognized_keys'
          ? `knows no ${issue.keys.join(', ')}, only ${Object.keys(Limits.shape).join(', ')}`
          : `has a wrong ${issue.path.join('.')}, which ${issue.message}`,
      );
    return z.NEVER;
  });
