import { t } from '@lingui/core/macro';
import { InvitationsCard } from '#web/accounts/sign-up/InvitationsCard.tsx';
import { useBackups } from '#web/backups/backups.queries.ts';
import { BackupsCard } from '#web/backups/BackupsCard.tsx';
import { BackupLocation } from '#web/settings/BackupLocation.tsx';
import { SettingsTab } from '#web/settings/SettingsTab.tsx';

const listMore = () => [{ id: 'backups', label: t`Backups & people`, Content: BackupsAndPeople }];

/** The site's settings, and those of other slices. */
export function SettingsParts() {
  return <SettingsTab more={listMore()} />;
}

function BackupsAndPeople() {
  const { data } = useBackups();
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <BackupsCard />
        {data?.kind === 'hourly' && <BackupLocation />}
      </div>
      <InvitationsCard as="admin" />
    </div>
  );
}
