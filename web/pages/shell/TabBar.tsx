import { t } from '@lingui/core/macro';
import { CirclePlay, House, MessagesSquare, UserRound } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { canUpload } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';

const tabs = () => [
  { label: t`Home`, to: paths.home(), icon: <House aria-hidden="true" /> },
  { label: t`Feed`, to: paths.feed(), icon: <CirclePlay aria-hidden="true" /> },
  { label: t`Community`, to: paths.community(), icon: <MessagesSquare aria-hidden="true" /> },
  { label: t`Profile`, to: paths.profile(), icon: <UserRound aria-hidden="true" /> },
];

/** Phones only: the main pages within a thumb's reach, and a gap in the middle for the upload button, where there is one. */
export function TabBar({ hasUpload }: { hasUpload: boolean }) {
  const { me, signedIn, pending } = useMe();
  const { pathname } = useLocation();
  const uploads = hasUpload && canUpload(me);
  return (
    <nav
      aria-label={t`Tabs`}
      className={classes(
        'tab-bar fixed inset-x-0 bottom-0 z-30 h-(--tabs) grid-flow-col auto-cols-fr border-t pb-[env(safe-area-inset-bottom)] print:hidden',
        // as dark as the stage above it
        pathname === paths.feed() ? 'on-stage border-transparent bg-stage' : 'border-line bg-paper',
        // a member's tabs would make room for one more
        (!signedIn || pending) && 'in-data-member:invisible',
      )}
    >
      {tabs()
        .slice(0, 2)
        .map((tab) => (
          <Tab key={tab.label} {...tab} />
        ))}
      {/* the upload button floats above its middle */}
      {uploads && <span />}
      {tabs()
        .slice(2)
        .map((tab) => (
          <Tab key={tab.label} {...tab} />
        ))}
    </nav>
  );
}

function Tab({ label, to, icon }: ReturnType<typeof tabs>[number]) {
  return (
    <NavLink
      end
      to={to}
      className={({ isActive }) =>
        classes(
          'flex flex-col items-center justify-center gap-0.5 text-xs font-semibold [&_svg]:size-5.5',
          isActive ? 'text-accent-text' : 'text-ink-soft',
        )
      }
    >
      {icon}
      <span>{label}</span>
    </NavLink>
  );
}
