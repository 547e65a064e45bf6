import { OverviewTab } from '#web/admin/OverviewTab.tsx';
import { BackupLine } from '#web/backups/BackupsCard.tsx';
import { useBackups } from '#web/backups/backups.queries.ts';
import { AddressNotice } from '#web/settings/AddressNotice.tsx';
import { useFinishSetUp } from '#web/settings/settings.queries.ts';

/** The dashboard's first tab, and before it what a site that was just installed has to be asked. */
export function OverviewParts({ tabTo }: { tabTo: (tab: string) => string }) {
  const { isPending } = useBackups();
  const finishSetUp = useFinishSetUp();
  return (
    <div className="grid grid-cols-1 gap-6">
      <AddressNotice />
      <OverviewTab
        tabTo={tabTo}
        backups={{ isPending, line: <BackupLine /> }}
        onDismiss={() => finishSetUp.mutate()}
      />
    </div>
  );
}
