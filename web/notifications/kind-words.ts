import { t } from '@lingui/core/macro';
import type { NotificationKind } from '#contract/notifications/kinds.ts';

/** What each kind is called where one chooses. */
export const kindWords = (): Record<NotificationKind | 'DAILY', string> => ({
  REPLY: t`Replies to your comments and posts`,
  MENTION: t`Mentions of you`,
  FOLLOWER: t`New followers`,
  LIKE: t`Likes`,
  CLIP_APPROVED: t`Your clip is approved`,
  CLIP_REJECTED: t`Your clip is not approved`,
  CLIP_READY: t`Your clip is ready`,
  CLIP_PUBLISHED: t`New clips of those you follow`,
  UPGRADE_DECIDED: t`Your creator request is decided`,
  ORDER_STATUS: t`Your orders`,
  REPORT_DECIDED: t`Your reports are decided`,
  REVIEW_WAITING: t`Clips wait for review`,
  CLIP_EDITED: t`Creators edit approved clips`,
  JOB_FAILED: t`Jobs failed`,
  REPORT_NEW: t`New reports`,
  DAILY: t`The daily email`,
});
