import { t } from '@lingui/core/macro';
import { Bell as BellIcon } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import { Link } from 'react-router';
import { useLiveNotifications, useUnread } from './live.ts';

/** In the header of who is signed in. */
export function Bell() {
  useLiveNotifications();
  const count = useUnread();
  const label = count > 0 ? t`Notifications, ${count} unread` : t`Notifications`;
  return (
    <Link
      to={paths.notifications()}
      aria-label={label}
      title={label}
      className="relative grid size-11 place-items-center rounded-pill transition duration-150 hover:bg-raised max-[23rem]:hidden"
    >
      <BellIcon aria-hidden="true" className="size-5.5" />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="numbers absolute end-0 top-0.5 grid h-5 min-w-5 animate-pop place-items-center rounded-pill bg-accent px-1 text-xs font-bold text-accent-ink"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
