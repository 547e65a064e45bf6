import { ArrowLeft, MapPinOff, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { SIGN_IN_AGAIN } from '#web/accounts/arrival.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { LocatedList } from '#web/nearby/LocatedList.tsx';
import { useLocatedVideos } from '#web/nearby/nearby.queries.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';

const RESTRICTED = 'Location-based features are only available to administrators.';
const LEAVE_AFTER_MS = 3000;

/** Where videos were filmed; for admins alone, on the server too. */
export function NearbyPage() {
  useTitle('Nearby');
  const { me, signedIn, error } = useMe();
  if (!signedIn || error) return <Navigate to={paths.login()} state={SIGN_IN_AGAIN} replace />;
  if (!me)
    return (
      <p role="status" className="wrap py-24 text-center text-ink-soft">
        Checking permissions...
      </p>
    );
  return me.role === 'GLOBAL_ADMIN' ? <Nearby /> : <Restricted />;
}

function Nearby() {
  const { data, error, isFetching, refetch } = useLocatedVideos();
  const navigate = useNavigate();
  return (
    <div className="wrap pb-16">
      <header className="flex flex-wrap items-center gap-3 py-8">
        <IconButton label="Back" onClick={() => void navigate(-1)}>
          <ArrowLeft />
        </IconButton>
        <h1 className="mr-auto text-2xl sm:text-3xl">User Videos &amp; Locations</h1>
        <Button pending={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          Refresh
        </Button>
      </header>
      <LocatedList videos={data} error={error} onRetry={() => void refetch()} />
    </div>
  );
}

/** Says why, then leads home. */
function Restricted() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => {
      toast('Access Restricted', { kind: 'warn', text: RESTRICTED });
      void navigate(paths.home(), { replace: true });
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <EmptyState
      whole
      icon={<MapPinOff />}
      title="Access Restricted"
      text={RESTRICTED}
      action={<ButtonLink to={paths.home()}>Return to Home</ButtonLink>}
    />
  );
}
