import { t } from '@lingui/core/macro';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useNavigate } from 'react-router';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { LocatedList } from '#web/nearby/LocatedList.tsx';
import { useLocatedVideos } from '#web/nearby/nearby.queries.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Nearby`, hidden: true });

/** Where videos were recorded; for admins alone, on the server too. */
export function NearbyPage() {
  return (
    <AdminOnly text={t`Location-based features are only available to administrators.`} leads>
      <Nearby />
    </AdminOnly>
  );
}

function Nearby() {
  const { data, error, isFetching, refetch } = useLocatedVideos();
  const navigate = useNavigate();
  return (
    <div className="wrap pb-16">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-6 pb-6">
        <IconButton label={t`Back`} className="-ms-2" onClick={() => void navigate(-1)}>
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
        <h1 className="me-auto min-w-0 text-xl sm:text-2xl">{t`User Videos & Locations`}</h1>
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          {t`Refresh`}
        </Button>
      </header>
      <LocatedList videos={data} error={error} onRetry={() => void refetch()} />
    </div>
  );
}
