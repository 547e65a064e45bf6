import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { EventsCard } from '#web/accounts/sign-in/EventsCard.tsx';
import { KeysCard } from '#web/api-keys/ApiKeysCard.tsx';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { PasskeysCard } from '#web/accounts/sign-in/PasskeysCard.tsx';
import { TwoFactorCard } from '#web/accounts/sign-in/TwoFactorCard.tsx';
import { SessionsCard } from '#web/accounts/sign-in/SessionsCard.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Security`, hidden: true });

export function SecurityPage() {
  return (
    <MembersOnly>
      {() => (
        <div className="wrap max-w-3xl pb-16">
          <PageHeading title={t`Security`} text={t`Sign-in methods, active sessions and recent activity.`} />
          <div className="flex flex-col gap-5">
            <PasskeysCard />
            <TwoFactorCard />
            <SessionsCard />
            <KeysCard />
            <EventsCard />
            <p className="text-sm text-ink-soft">
              <Trans>
                Countries by{' '}
                <a
                  href="https://lite.ip2location.com"
                  rel="noopener"
                  className="underline underline-offset-4"
                >
                  IP2Location LITE
                </a>
                , looked up on this server.
              </Trans>
            </p>
          </div>
        </div>
      )}
    </MembersOnly>
  );
}
