import { t } from '@lingui/core/macro';
import { OverviewTab } from '#web/admin/OverviewTab.tsx';
import { paths } from '#web/app/paths.ts';
import { BackupLine } from '#web/backups/BackupsCard.tsx';
import { useBackups } from '#web/backups/backups.queries.ts';
import { AddressNotice } from '#web/settings/AddressNotice.tsx';
import { Link } from 'react-router';

/** The dashboard's first tab, and before it what a site that was just installed has to be asked. */
export function OverviewParts({ tabTo }: { tabTo: (tab: string) => string }) {
  const { isPending } = useBackups();
  return (
    <div className="grid grid-cols-1 gap-6">
      <AddressNotice />
      <OverviewTab tabTo={tabTo} backups={{ isPending, line: <BackupLine /> }} />
      <Link
        to={paths.setUp()}
        className="w-fit py-1 text-sm font-semibold text-ink-soft underline-offset-4 hover:underline"
      >
        {t`Set up your site`}
      </Link>
    </div>
  );
}
