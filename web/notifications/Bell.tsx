import { t } from '@lingui/core/macro';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Popover } from '#web/ui/controls/Popover.tsx';
import { useMatches } from '#web/ui/useMatches.ts';
import { useLiveNotifications, useUnread } from './live.ts';
import { NotificationPanel } from './NotificationPanel.tsx';

/** In a member's header: opens the latest notifications, on phones their page. */
export function Bell() {
  useLiveNotifications();
  const isPhone = useMatches('(width < 48rem)');
  const count = useUnread();
  const label = count > 0 ? t`Notifications, ${count} unread` : t`Notifications`;
  const icon = (
    <>
      <BellIcon aria-hidden="true" className="size-5.5" />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="numbers absolute end-1 top-0.5 grid h-5 min-w-5 animate-pop place-items-center rounded-pill bg-accent px-1 text-xs font-bold text-accent-ink"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  );
  if (isPhone)
    return (
      <Link
        to={paths.notifications()}
        aria-label={label}
        title={label}
        className="relative grid size-11 place-items-center rounded-pill transition duration-150 hover:bg-raised max-[23rem]:hidden"
      >
        {icon}
      </Link>
    );
  return (
    <Popover kind="dialog" label={label} button={icon} panelClassName="flex w-96 flex-col overflow-hidden">
      {(id, close) => <NotificationPanel id={id} onClose={close} />}
    </Popover>
  );
}
