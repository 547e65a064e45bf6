import type { Role } from '#contract/accounts/accounts.ts';

/** Roles in words. */
export const ROLE_WORDS: Record<Role, { name: string; can: string }> = {
  LOGIN_USER: { name: 'Member', can: 'You can post, comment and shop.' },
  CONTENT_CREATOR: { name: 'Content creator', can: 'You can upload and record videos.' },
  GLOBAL_ADMIN: { name: 'Administrator', can: 'You can do everything here.' },
};
