import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { measureUsage } from './uploads.store.ts';
import { REFUSALS } from './uploads.messages.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long a review takes is unknown. */
const REVIEW_RETRY_SEC = 3600;

/** Throws 429 when a creator may begin no upload of so many bytes just now. */
export async function checkQuota(
  ctx: Context,
  trx: Trx,
  { userId, bytes }: { userId: number; bytes: number },
): Promise<void> {
  const { uploadsPerDay: mostBytes, pendingSubmissions: mostPending } = ctx.settings.LIMITS;
  const now = ctx.clock.now();
  const usage = await measureUsage(trx, userId, new Date(now));
  if (mostPending > 0 && usage.pending >= mostPending)
    throw fail(
      429,
      'TOO_MANY_PENDING',
      usage.pending === 1 ? REFUSALS.ONE_PENDING(usage.pending) : REFUSALS.MANY_PENDING(usage.pending),
      { retryAfter: REVIEW_RETRY_SEC },
    );
  if (mostBytes === 0 || usage.bytes + bytes <= mostBytes) return;
  const retryAfter = Math.max(60, Math.ceil(((usage.since?.getTime() ?? now) + DAY_MS - now) / 1000));
  throw fail(429, 'DAILY_LIMIT', REFUSALS.DAILY_LIMIT(formatSize(mostBytes), formatHours(retryAfter)), {
    retryAfter,
  });
}

const formatSize = (bytes: number) =>
  bytes >= 1 << 30
    ? `${+(bytes / (1 << 30)).toFixed(1)} GB`
    : `${Math.max(1, Math.floor(bytes / (1 << 20)))} MB`;

const formatHours = (seconds: number) =>
  seconds <= 3600 ? REFUSALS.AN_HOUR() : REFUSALS.HOURS(Math.ceil(seconds / 3600));

/**
 * Throws 507 when so many bytes (of the file in its original, and of what is made of it) had better not be begun:
 * something to breathe must be left.
 */
export async function requireSpace(ctx: Context, bytes: number): Promise<void> {
  const free = await ctx.storage.freeBytes();
  if (free === null || free >= bytes + ctx.settings.LIMITS.freeDisk) return;
  ctx.log.error('An upload was rejected: there is no room left for it.', { bytes, free });
  throw noSpace();
}

/** Others may have begun at the same time: so often a file that comes in looks again. */
const LOOK_EVERY = 16 << 20;

export async function* enforceSpace(ctx: Context, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let since = 0;
  for await (const chunk of source) {
    since += chunk.length;
    if (since >= LOOK_EVERY) {
      since = 0;
      await requireSpace(ctx, 0);
    }
    yield chunk;
  }
}

export const noSpace = () =>
  fail(507, 'NO_ROOM', "There's no space for more videos right now. Please try again later.", {
    retryAfter: 3600,
  });
