import { t } from '@lingui/core/macro';
import { Bell, CircleAlert, CircleCheck, Clapperboard, Flag, Package, type LucideIcon } from 'lucide-react';
import type { NotificationKind } from '#contract/notifications/kinds.ts';

interface Kind {
  /** What it is called where one chooses. */
  label: () => string;
  /** The icon for notifications without an actor. */
  Icon: LucideIcon;
}

export const KINDS: Record<NotificationKind, Kind> = {
  REPLY: { label: () => t`Replies to your comments and posts`, Icon: Bell },
  MENTION: { label: () => t`Mentions of you`, Icon: Bell },
  FOLLOWER: { label: () => t`New followers`, Icon: Bell },
  LIKE: { label: () => t`Likes`, Icon: Bell },
  CLIP_APPROVED: { label: () => t`Your clip is approved`, Icon: CircleCheck },
  CLIP_REJECTED: { label: () => t`Your clip is not approved`, Icon: CircleAlert },
  CLIP_READY: { label: () => t`Your clip is ready`, Icon: Clapperboard },
  CLIP_PUBLISHED: { label: () => t`New clips of those you follow`, Icon: Clapperboard },
  UPGRADE_DECIDED: { label: () => t`Your creator request is decided`, Icon: Bell },
  ORDER_STATUS: { label: () => t`Your orders`, Icon: Package },
  REPORT_DECIDED: { label: () => t`Your reports are decided`, Icon: Flag },
  REVIEW_WAITING: { label: () => t`Clips wait for review`, Icon: Clapperboard },
  CLIP_EDITED: { label: () => t`Creators edit approved clips`, Icon: Clapperboard },
  JOB_FAILED: { label: () => t`Jobs failed`, Icon: CircleAlert },
  REPORT_NEW: { label: () => t`New reports`, Icon: Flag },
};

/** DAILY: the email of the day. */
export const kindLabel = (kind: NotificationKind | 'DAILY'): string =>
  kind === 'DAILY' ? t`The daily email` : KINDS[kind].label();
