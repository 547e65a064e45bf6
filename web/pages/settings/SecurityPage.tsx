import { Trans } from '@lingui/react/macro';
import { PasswordCard } from '#web/accounts/profile/PasswordCard.tsx';
import { EventsCard } from '#web/accounts/sign-in/EventsCard.tsx';
import { PasskeysCard } from '#web/accounts/sign-in/PasskeysCard.tsx';
import { SessionsCard } from '#web/accounts/sign-in/SessionsCard.tsx';
import { TwoFactorCard } from '#web/accounts/sign-in/TwoFactorCard.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('security');

export function SecurityPage() {
  return (
    <SettingsLayout page="security">
      {(me) => (
        <>
          <PasswordCard me={me} />
          <PasskeysCard />
          <TwoFactorCard />
          <SessionsCard />
          <EventsCard />
          <p className="text-sm text-ink-soft">
            <Trans>
              Countries by{' '}
              <a href="https://lite.ip2location.com" rel="noopener" className="underline underline-offset-4">
                IP2Location LITE
              </a>
              , looked up on this server.
            </Trans>
          </p>
        </>
      )}
    </SettingsLayout>
  );
}
