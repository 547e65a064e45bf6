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
  MENTION: { label: () => t`Mentions`, Icon: Bell },
  FOLLOWER: { label: () => t`New followers`, Icon: Bell },
  LIKE: { label: () => t`Likes`, Icon: Bell },
  CLIP_APPROVED: { label: () => t`Your video was approved`, Icon: CircleCheck },
  CLIP_REJECTED: { label: () => t`Your video wasn’t approved`, Icon: CircleAlert },
  CLIP_READY: { label: () => t`Your video is ready`, Icon: Clapperboard },
  CLIP_PUBLISHED: { label: () => t`New videos from people you follow`, Icon: Clapperboard },
  UPGRADE_DECIDED: { label: () => t`Your creator request was reviewed`, Icon: Bell },
  ORDER_STATUS: { label: () => t`Your orders`, Icon: Package },
  REPORT_DECIDED: { label: () => t`Your reports were reviewed`, Icon: Flag },
  REVIEW_WAITING: { label: () => t`Videos pending review`, Icon: Clapperboard },
  CLIP_EDITED: { label: () => t`Edits to approved videos`, Icon: Clapperboard },
  JOB_FAILED: { label: () => t`Failed jobs`, Icon: CircleAlert },
  REPORT_NEW: { label: () => t`New reports`, Icon: Flag },
};

/** DAILY: the email of the day. */
export const kindLabel = (kind: NotificationKind | 'DAILY'): string =>
  kind === 'DAILY' ? t`Daily email` : KINDS[kind].label();
