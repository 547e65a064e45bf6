import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { ReviewStatus } from '#contract/review-states.ts';
import type { Reviewed } from '#server/videos/review.store.ts';
import { findAddressee } from './submissions.store.ts';

/** Tells the uploader by mail what the review came to. */
export async function sendReviewEmail(
  ctx: Context,
  trx: Trx,
  moved: Reviewed & { status: ReviewStatus; reason: string | null; atSec: number | null },
): Promise<void> {
  const email = moved.uploaderId === null ? null : await findAddressee(trx, moved.uploaderId);
  if (!email) return;
  const site = ctx.settings.SITE_NAME;
  if (moved.status === 'APPROVED') {
    await ctx.outbox.sendTemplate(trx, email, {
      subject: `Your video "${moved.title}" is approved`,
      heading: 'Your video is approved',
      paragraphs: [`"${moved.title}" passed review and is now on ${site} for everyone to watch.`],
      action: { label: 'Watch it', url: `${ctx.settings.PUBLIC_URL}/video/${moved.id}` },
    });
    return;
  }
  const place =
    moved.atSec === null
      ? ''
      : ` (at ${Math.floor(moved.atSec / 60)}:${String(Math.floor(moved.atSec % 60)).padStart(2, '0')})`;
  await ctx.outbox.sendTemplate(trx, email, {
    subject: `Your video "${moved.title}" was not approved`,
    heading: 'Your video was not approved',
    paragraphs: [
      `"${moved.title}" did not pass review.`,
      moved.reason ? `The reason${place}: ${moved.reason}` : 'The reviewer gave no reason.',
      'You can change it and submit it again from your profile; it stays the same submission.',
    ],
    action: { label: 'Open your profile', url: `${ctx.settings.PUBLIC_URL}/profile` },
  });
}
