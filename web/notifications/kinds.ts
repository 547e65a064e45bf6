import { plural, t } from '@lingui/core/macro';
import {
  Bell,
  CircleAlert,
  CircleCheck,
  Clapperboard,
  Flag,
  Package,
  type LucideIcon,
  PackageOpen,
} from 'lucide-react';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import { paths } from '#web/app/paths.ts';

interface Kind {
  /** What it is called where one chooses. */
  label: () => string;
  /** The icon for notifications without an actor. */
  Icon: LucideIcon;
  /** Several in a row are one row with this title; `href`: where it leads, unless all lead to one place. */
  many?: { title: (count: number) => string; href?: () => string };
}

export const KINDS: Record<NotificationKind, Kind> = {
  REPLY: { label: () => t`Replies to your comments and posts`, Icon: Bell },
  MENTION: { label: () => t`Mentions`, Icon: Bell },
  FOLLOWER: { label: () => t`New followers`, Icon: Bell },
  LIKE: { label: () => t`Likes`, Icon: Bell },
  CLIP_APPROVED: {
    label: () => t`Your video was approved`,
    Icon: CircleCheck,
    many: {
      title: (count) =>
        plural(count, { one: '# of your videos was approved', other: '# of your videos were approved' }),
      href: paths.studio,
    },
  },
  CLIP_REJECTED: { label: () => t`Your video wasn’t approved`, Icon: CircleAlert },
  CLIP_READY: {
    label: () => t`Your video is ready`,
    Icon: Clapperboard,
    many: {
      title: (count) =>
        plural(count, { one: '# of your videos is ready', other: '# of your videos are ready' }),
      href: paths.studio,
    },
  },
  CLIP_PUBLISHED: {
    label: () => t`New videos from people you follow`,
    Icon: Clapperboard,
    many: {
      title: (count) =>
        plural(count, {
          one: '# new video from people you follow',
          other: '# new videos from people you follow',
        }),
      href: paths.following,
    },
  },
  UPGRADE_DECIDED: { label: () => t`Your creator request was reviewed`, Icon: Bell },
  ORDER_STATUS: { label: () => t`Your orders`, Icon: Package },
  REPORT_DECIDED: { label: () => t`Your reports were reviewed`, Icon: Flag },
  REVIEW_WAITING: {
    label: () => t`Videos pending review`,
    Icon: Clapperboard,
    many: {
      title: (count) =>
        plural(count, { one: '# video is pending review', other: '# videos are pending review' }),
    },
  },
  CLIP_EDITED: { label: () => t`Edits to approved videos`, Icon: Clapperboard },
  JOB_FAILED: { label: () => t`Failed jobs`, Icon: CircleAlert },
  STOCK_LOW: { label: () => t`Low stock`, Icon: PackageOpen },
  REPORT_NEW: { label: () => t`New reports`, Icon: Flag },
};

/** DAILY: the email of the day. */
export const kindLabel = (kind: NotificationKind | 'DAILY'): string =>
  kind === 'DAILY' ? t`Daily email` : KINDS[kind].label();
