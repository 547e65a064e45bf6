import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { ReviewStatus } from '#contract/review-states.ts';
import type { Reviewed } from '#server/videos/review.store.ts';
import { findAddressee } from './submissions.store.ts';

/** Tells the uploader by mail what the review came to. */
export async function sendReviewEmail(
  ctx: Context,
  trx: Trx,
  reviewed: Reviewed & { status: ReviewStatus; reason: string | null; atSec: number | null },
): Promise<void> {
  const email = reviewed.uploaderId === null ? null : await findAddressee(trx, reviewed.uploaderId);
  if (!email) return;
  const site = ctx.settings.SITE_NAME;
  if (reviewed.status === 'APPROVED') {
    await ctx.outbox.sendTemplate(trx, email, {
      subject: `Your video "${reviewed.title}" is approved`,
      heading: 'Your video is approved',
      paragraphs: [`"${reviewed.title}" passed review and is now on ${site} for everyone to watch.`],
      action: { label: 'Watch it', url: `${ctx.settings.PUBLIC_URL}/video/${reviewed.id}` },
    });
    return;
  }
  const place =
    reviewed.atSec === null
      ? ''
      : ` (at ${Math.floor(reviewed.atSec / 60)}:${String(Math.floor(reviewed.atSec % 60)).padStart(2, '0')})`;
  await ctx.outbox.sendTemplate(trx, email, {
    subject: `Your video "${reviewed.title}" was not approved`,
    heading: 'Your video was not approved',
    paragraphs: [
      `"${reviewed.title}" did not pass review.`,
      reviewed.reason ? `The reason${place}: ${reviewed.reason}` : 'The reviewer gave no reason.',
      'You can change it and submit it again from your profile; it stays the same submission.',
    ],
    action: { label: 'Open your profile', url: `${ctx.settings.PUBLIC_URL}/profile` },
  });
}
