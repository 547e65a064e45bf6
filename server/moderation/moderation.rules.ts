import { storedMessages, type StoredMessage } from '#contract/text/message.ts';
import { partsOf } from '#contract/text/rich-text.ts';
import { isCreator } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';

const PENDING_REVIEW = storedMessages('held', {
  WORD: 'Pending review: contains the watched word “{0}”.',
  LINK: 'Pending review: a link from a new account or guest.',
  LINKS: 'Pending review: several links from a new account.',
  MENTION: 'Pending review: first mention by a new account or guest.',
  SETTINGS: 'Pending review: required by the community settings.',
});

const HOUR_MS = 3600 * 1000;
/** Links to other sites that a newcomer's post may hold beyond those of a comment. */
const MORE_LINKS = { COMMENT: 0, POST: 2 } as const;

/** A guest counts as new: guests can't be distinguished. */
export function isNewcomer(user: Pick<User, 'role' | 'createdAt'> | null, now: number, hours = 24): boolean {
  return !user || (!isCreator(user) && now - user.createdAt.getTime() < hours * HOUR_MS);
}

/** Whether the user has been a member for so many days; never for a guest. */
export const isOlderThan = (user: Pick<User, 'createdAt'> | null, days: number, now: number): boolean =>
  user !== null && now - user.createdAt.getTime() >= days * 24 * HOUR_MS;

/** Web addresses in a text that lead away from this site. */
export function countForeignLinks(text: string, ownOrigin: string): number {
  return partsOf(text).filter((part) => part.kind === 'link' && new URL(part.url).origin !== ownOrigin)
    .length;
}

/** Why a text waits for a moderator; null: it doesn't. */
export function reviewReason(
  kind: 'COMMENT' | 'POST',
  text: string,
  {
    word,
    newcomer,
    ownOrigin,
    links = 0,
    mentionsStranger = false,
    waits = false,
  }: {
    /** The watched word that it holds. */
    word: string | null;
    newcomer: boolean;
    ownOrigin: string;
    /** Links that a newcomer's comment may hold. */
    links?: number;
    /** It mentions a user who has never interacted with its author. */
    mentionsStranger?: boolean;
    /** The owner reviews it first, whatever its content. */
    waits?: boolean;
  },
): StoredMessage | null {
  if (word) return PENDING_REVIEW.WORD(word);
  if (newcomer && countForeignLinks(text, ownOrigin) > links + MORE_LINKS[kind]) {
    return kind === 'COMMENT' ? PENDING_REVIEW.LINK() : PENDING_REVIEW.LINKS();
  }
  if (newcomer && mentionsStranger) return PENDING_REVIEW.MENTION();
  return waits ? PENDING_REVIEW.SETTINGS() : null;
}
