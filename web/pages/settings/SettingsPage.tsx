import { AccountForm } from '#web/accounts/profile/AccountForm.tsx';
import { RoleCard } from '#web/accounts/profile/RoleCard.tsx';
import { InvitationsCard } from '#web/accounts/sign-up/InvitationsCard.tsx';
import { useConfig } from '#web/app/config.ts';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('settings');

export function SettingsPage() {
  const { membersInvite } = useConfig();
  return (
    <SettingsLayout page="settings">
      {(me) => (
        <>
          <AccountForm key={me.id} me={me} />
          <RoleCard me={me} />
          {membersInvite && <InvitationsCard as="member" />}
        </>
      )}
    </SettingsLayout>
  );
}
