import { t } from '@lingui/core/macro';
import { ShieldAlert } from 'lucide-react';
import { Fragment, useEffect, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { canAdminister } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { SIGN_IN_AGAIN } from './arrival.ts';
import { OwnPageSkeleton } from './OwnPageSkeleton.tsx';

const restricted = () => t`Access Restricted`;
const LEAVE_AFTER_MS = 3000;

interface AdminOnlyProps {
  /** The text for everyone else. */
  text: string;
  /** Others are led home after a moment. */
  leads?: boolean;
  children: ReactNode;
}

/**
 * A page for administrators, also on the server. Viewers who aren't signed in, or couldn't be identified, are
 * redirected to the login.
 */
export function AdminOnly({ text, leads = false, children }: AdminOnlyProps) {
  const { me, signedIn, error } = useMe();
  const hydrated = useHydrated();
  if (hydrated && (!signedIn || error))
    return <Navigate to={paths.login()} state={error ? SIGN_IN_AGAIN : null} replace />;
  if (!me)
    return (
      <OwnPageSkeleton wide>
        <p role="status" className="py-24 text-center text-ink-soft">
          {t`Checking permissions...`}
        </p>
      </OwnPageSkeleton>
    );
  if (canAdminister(me)) return <Fragment key={me.id}>{children}</Fragment>;
  return (
    <>
      {leads && <LeadHome text={text} />}
      <EmptyState
        whole
        icon={<ShieldAlert />}
        title={restricted()}
        text={text}
        action={<ButtonLink to={paths.home()}>{t`Return to Home`}</ButtonLink>}
      />
    </>
  );
}

function LeadHome({ text }: { text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => {
      toast(restricted(), { kind: 'warn', text });
      void navigate(paths.home(), { replace: true });
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate, text]);
  return null;
}
