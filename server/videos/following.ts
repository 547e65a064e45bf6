import { requireUser } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';

/** The member to whose follows a list is narrowed, if any. Throws 401 for guests. */
export const followerOf = (
  { following }: { following?: unknown },
  user: User | null,
): { follower?: number } => (following === undefined ? {} : { follower: requireUser(user).id });
