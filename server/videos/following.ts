import { requireUser } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';

/** Whose follows a list is narrowed to, if at all. Throws 401 for guests. */
export const followerOf = (
  { following }: { following?: unknown },
  user: User | null,
): { follower?: number } => (following === undefined ? {} : { follower: requireUser(user).id });
