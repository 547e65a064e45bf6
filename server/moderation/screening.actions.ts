import type { FastifyRequest } from 'fastify';
import { msg, type StoredMessage } from '#contract/text/message.ts';
import type { SubjectType } from '#contract/moderation/moderation.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { addressGroup, networkOf } from '#server/app/http/callers/rate-limits.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { writersUntil } from '#server/app/start/owner-settings.ts';
import { countForeignLinks, reviewReason, isNewcomer, isOlderThan } from './moderation.rules.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { addReport } from './reports.store.ts';
import { findWatchedWord } from './watched-terms.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** Asks guests whose network writes much, and newcomers whose network links much, for a proof of work. Throws 428. */
export async function rejectScripts(
  ctx: Context,
  request: FastifyRequest,
  { text, user }: { text: string; user: User | null },
): Promise<void> {
  const { PUBLIC_URL, owner, LIMITS } = ctx.settings;
  const links =
    isNewcomer(user, ctx.clock.now(), owner.community.newcomerHours) &&
    countForeignLinks(text, new URL(PUBLIC_URL).origin) > 0;
  const key = networkOf(request.ip);
  await ctx.proofs.requireBeyond(
    [
      ...(user ? [] : [{ limit: 'free-guest-comments' as const, key, max: LIMITS.freeGuestComments }]),
      ...(links ? [{ limit: 'free-links' as const, key, max: LIMITS.freeLinks }] : []),
    ],
    { action: 'write', who: user ? `u${user.id}` : addressGroup(request.ip), request },
  );
}

/** While the owner lets only older members write: 403 for everybody else but admins. */
export function requireWriter({ settings: { owner }, clock }: Context, user: User | null): void {
  const now = clock.now();
  const until = writersUntil(owner.community, now);
  if (!until || isAdmin(user) || isOlderThan(user, owner.community.writersMinDays, now)) return;
  const days = owner.community.writersMinDays;
  throw fail(
    403,
    'WRITERS_LIMITED',
    days === 1
      ? 'For now, only members who joined at least a day ago can post here. Please come back later.'
      : msg`For now, only members who joined at least ${days} days ago can post here. Please come back later.`,
  );
}

/**
 * Screens a text before it is stored: 429 for repeated text; else why it needs review, or null.
 * `mentionsStranger` is checked for newcomers.
 */
export async function screenText(
  ctx: Context,
  kind: 'COMMENT' | 'POST',
  text: string,
  by: { user: User | null; person: string; address: string },
  mentionsStranger: () => Promise<boolean>,
): Promise<StoredMessage | null> {
  const same = `${kind} ${text.toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 200)}`;
  const sentence = 'You said just this already. Please wait a while before saying it again.';
  ctx.rateLimits.require('same', `${by.person} ${same}`, sentence);
  ctx.rateLimits.require('same-address', `${addressGroup(by.address)} ${same}`, sentence);
  const { review, newcomerHours, newcomerLinks } = ctx.settings.owner.community;
  const newcomer = isNewcomer(by.user, ctx.clock.now(), newcomerHours);
  return reviewReason(kind, text, {
    word: await findWatchedWord(ctx.db, text),
    newcomer,
    links: newcomerLinks,
    mentionsStranger: newcomer && (await mentionsStranger()),
    waits: !isAdmin(by.user) && (review === 'everybody' || (review === 'newcomers' && newcomer)),
    ownOrigin: new URL(ctx.settings.PUBLIC_URL).origin,
  });
}

/** Puts what the site holds back before a moderator, in the transaction that stores it. */
export async function reportPending(
  ctx: Pick<Context, 'jobs'>,
  trx: Trx,
  subject: { subjectType: SubjectType; subjectId: number; reason: StoredMessage },
): Promise<void> {
  await addReport(trx, { ...subject, reporter: null });
  await notify(ctx, trx, { kind: 'REPORT_NEW', type: subject.subjectType, id: subject.subjectId });
}
