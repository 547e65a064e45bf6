import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Me } from '#contract/accounts/accounts.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { hasLeft } from '#web/app/session/session.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { ErrorState } from '#web/ui/lists/States.tsx';
import { OwnPageSkeleton } from './OwnPageSkeleton.tsx';

/** A page for signed-in users; others are redirected to the login and back. */
export function MembersOnly({
  wide,
  skeleton = <OwnPageSkeleton wide={wide} />,
  children,
}: {
  wide?: boolean;
  skeleton?: ReactNode;
  children: (me: Me) => ReactNode;
}) {
  const { me, signedIn, error } = useMe();
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  if (!hydrated) return skeleton;
  if (!signedIn)
    return (
      <Navigate
        to={hasLeft() ? paths.home() : `${paths.login()}?next=${encodeURIComponent(pathname + search)}`}
        replace
      />
    );
  // one person's input must not remain for the next
  if (me) return <Fragment key={me.id}>{children(me)}</Fragment>;
  if (error)
    return <ErrorState title={t`Couldn’t load your account`} onRetry={() => location.reload()} whole />;
  return skeleton;
}
