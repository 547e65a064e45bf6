import { OverviewTab } from '#web/admin/OverviewTab.tsx';
import { AddressNotice } from '#web/settings/AddressNotice.tsx';

/** The dashboard's first tab, and before it what a site that was just installed has to be asked. */
export function OverviewParts({ tabTo }: { tabTo: (tab: string) => string }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <AddressNotice />
      <OverviewTab tabTo={tabTo} />
    </div>
  );
}
