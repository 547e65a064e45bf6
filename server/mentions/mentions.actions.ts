import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { Mention } from './mentions.rules.ts';
import { findMentioned, writeMentions, type MentioningSubject } from './mentions.store.ts';
import { msg } from '#contract/text/message.ts';

const TOO_MANY = msg("You've mentioned a lot of people. Please wait a moment.");

/** The users mentioned in a new text. Throws 429. */
export async function findMentions(
  ctx: Context,
  text: string,
  { user, person, address }: { user: User | null; person: string; address: string },
): Promise<Mention[]> {
  const mentions = await findMentioned(ctx.db, text, user?.id ?? null);
  if (mentions.some(({ userId }) => userId !== user?.id)) {
    await ctx.rateLimits.require('mention', person, TOO_MANY);
    await ctx.rateLimits.require('mention-address', addressGroup(address), TOO_MANY);
  }
  return mentions;
}

/** In the transaction that stores the text: notifications read the mentions from there. */
export const saveMentions = (trx: Trx, subject: MentioningSubject, mentions: Mention[]): Promise<void> =>
  writeMentions(trx, subject, mentions);
