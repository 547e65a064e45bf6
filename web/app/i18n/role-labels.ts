import { t } from '@lingui/core/macro';
import type { Role } from '#contract/accounts/accounts.ts';

/** What roles are called, and what they allow. */
export const roleLabels = (): Record<Role, { name: string; can: string }> => ({
  LOGIN_USER: { name: t`Member`, can: t`You can post, comment and shop.` },
  CONTENT_CREATOR: { name: t`Content creator`, can: t`You can upload and record videos.` },
  GLOBAL_ADMIN: { name: t`Administrator`, can: t`You have full access.` },
});
