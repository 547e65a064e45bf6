import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from '#web/ui/router.tsx';
import type { Me } from '#contract/accounts/accounts.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { hasLeft } from '#web/app/session.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';

/** A page for people who are signed in; others are sent to the login and come back. */
export function MembersOnly({ children }: { children: (me: Me) => ReactNode }) {
  const { me, signedIn, error } = useMe();
  const { pathname, search } = useLocation();
  if (!signedIn)
    return (
      <Navigate
        to={hasLeft() ? paths.home() : `${paths.login()}?next=${encodeURIComponent(pathname + search)}`}
        replace
      />
    );
  // nothing that one person typed here stands before another
  if (me) return <Fragment key={me.id}>{children(me)}</Fragment>;
  if (error)
    return <ErrorState title={t`Your account could not be loaded`} onRetry={() => location.reload()} whole />;
  return (
    <div className="wrap max-w-3xl py-10">
      <Skeleton className="h-72" />
    </div>
  );
}
