import type { Role } from '#contract/accounts/accounts.ts';

/** A signed-in person, or null for a guest. The server decides; pages only show what it would allow. */
type Caller = { role: Role } | null;

const isAdmin = (caller: Caller): boolean => caller?.role === 'GLOBAL_ADMIN';

/** The dashboard, orders, products and filming locations. */
export const canAdminister = isAdmin;
/** Hides what others wrote. */
export const canModerate = isAdmin;
export const canUpload = (caller: Caller): boolean => isAdmin(caller) || caller?.role === 'CONTENT_CREATOR';
export const canRequestUpgrade = (caller: Caller): boolean => caller?.role === 'LOGIN_USER';
