import { t } from '@lingui/core/macro';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useNavigate } from 'react-router';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { LocatedList } from '#web/nearby/LocatedList.tsx';
import { useLocatedVideos } from '#web/nearby/nearby.queries.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { AdminLayout } from './admin/AdminLayout.tsx';
import { sectionOf } from './admin/sections.ts';
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
  const section = sectionOf('nearby', null);
  if (!section) return null;
  return (
    <AdminLayout
      title={t`User Videos & Locations`}
      section={section}
      back={
        <IconButton label={t`Back`} className="-ms-2" onClick={() => void navigate(-1)}>
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
      }
      actions={
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          {t`Refresh`}
        </Button>
      }
    >
      <LocatedList videos={data} error={error} onRetry={() => void refetch()} />
    </AdminLayout>
  );
}
