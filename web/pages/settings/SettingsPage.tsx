import { t } from '@lingui/core/macro';
import { AccountForm } from '#web/accounts/profile/AccountForm.tsx';
import { DeleteAccount } from '#web/accounts/profile/DeleteAccount.tsx';
import { ExportCard } from '#web/exports/ExportCard.tsx';
import { InvitationsCard } from '#web/accounts/sign-up/InvitationsCard.tsx';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { PasswordCard } from '#web/accounts/profile/PasswordCard.tsx';
import { RoleCard } from '#web/accounts/profile/RoleCard.tsx';
import { SecurityLink } from '#web/accounts/sign-in/SecurityLink.tsx';
import { SessionsCard } from '#web/accounts/sign-in/SessionsCard.tsx';
import { PeopleCard } from '#web/blocks/BlocksCard.tsx';
import { NotificationsLink } from '#web/notifications/NotificationsLink.tsx';
import { useConfig } from '#web/app/config.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Settings`, hidden: true });

export function SettingsPage() {
  const { membersInvite } = useConfig();
  return (
    <MembersOnly>
      {(me) => (
        <div className="wrap max-w-3xl pb-16">
          <PageHeading title={t`Settings`} />
          <div className="flex flex-col gap-5">
            <AccountForm key={me.id} me={me} />
            <RoleCard me={me} />
            <PasswordCard me={me} />
            <SecurityLink />
            <NotificationsLink />
            <SessionsCard />
            {membersInvite && <InvitationsCard as="member" />}
            <PeopleCard />
            <ExportCard />
            <DeleteAccount me={me} />
          </div>
        </div>
      )}
    </MembersOnly>
  );
}
