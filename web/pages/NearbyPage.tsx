import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useNavigate } from '#web/ui/router.tsx';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { LocatedList } from '#web/nearby/LocatedList.tsx';
import { useLocatedVideos } from '#web/nearby/nearby.queries.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import type { Head } from './page.ts';

export const head: Head = { title: 'Nearby', hidden: true };

/** Where videos were filmed; for admins alone, on the server too. */
export function NearbyPage() {
  return (
    <AdminOnly text="Location-based features are only available to administrators." leads>
      <Nearby />
    </AdminOnly>
  );
}

function Nearby() {
  const { data, error, isFetching, refetch } = useLocatedVideos();
  const navigate = useNavigate();
  return (
    <div className="wrap pb-16">
      <header className="flex flex-wrap items-center gap-3 py-8">
        <IconButton label="Back" onClick={() => navigate(-1)}>
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
