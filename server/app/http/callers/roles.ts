import { sql } from 'kysely';
import type { Access } from '#contract/endpoint.ts';
import { signInNeeded } from '../errors.ts';

export type Role = 'LOGIN_USER' | 'CONTENT_CREATOR' | 'GLOBAL_ADMIN';

const RANK: Record<Role, number> = { LOGIN_USER: 1, CONTENT_CREATOR: 2, GLOBAL_ADMIN: 3 };
const NEEDED: Record<Access, number> = { public: 0, user: 1, creator: 2, admin: 3 };

/** A row with its effective role, or one to compute it for. */
type WithRole = { role: Role } | null | undefined;

export const isAllowed = (role: Role, access: Access): boolean => RANK[role] >= NEEDED[access];
export const isAdmin = (who: WithRole): boolean => Boolean(who && isAllowed(who.role, 'admin'));
export const isCreator = (who: WithRole): boolean => Boolean(who && isAllowed(who.role, 'creator'));

/**
 * In a statement over `users`: their role requires two-factor (admins choose which do), and they have none.
 */
export const twoFactorMissing = sql<boolean>`(
  exists (select from site_facts where name = 'second-step-roles' and value ? users.role)
  and not exists (select from second_steps where second_steps.user_id = users.id and confirmed_at is not null))`;

/** The effective role: a member's, while the two-factor that the role requires is missing. */
export const roleInForce = sql<Role>`case when ${twoFactorMissing} then 'LOGIN_USER' else users.role end`;

/** Throws 401 without one. */
export function requireUser<U>(user: U | null): U {
  if (!user) throw signInNeeded();
  return user;
}
