import { DeleteAccount } from '#web/accounts/profile/DeleteAccount.tsx';
import { ExportCard } from '#web/exports/ExportCard.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('ownData');

export function OwnDataPage() {
  return (
    <SettingsLayout page="ownData">
      {(me) => (
        <>
          <ExportCard />
          <DeleteAccount me={me} />
        </>
      )}
    </SettingsLayout>
  );
}
