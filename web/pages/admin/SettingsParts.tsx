import { InvitationsCard } from '#web/accounts/sign-up/InvitationsCard.tsx';
import { TwoFactorRolesCard } from '#web/accounts/sign-up/TwoFactorRolesCard.tsx';
import { useBackups } from '#web/backups/backups.queries.ts';
import { Backups } from '#web/backups/BackupsCard.tsx';
import { BackupLocation } from '#web/settings/BackupLocation.tsx';
import { BrandSettings } from '#web/settings/BrandSettings.tsx';
import { ConnectionsSettings } from '#web/settings/ConnectionsSettings.tsx';
import { LanguagesSettings } from '#web/settings/LanguagesSettings.tsx';
import { SignUpSettings } from '#web/settings/SignUpSettings.tsx';
import { TaxRates } from '#web/settings/TaxRates.tsx';
import { TaxSettings } from '#web/settings/TaxSettings.tsx';
import { TextsSettings } from '#web/settings/TextsSettings.tsx';
import { TranslationsSettings } from '#web/settings/TranslationsSettings.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { WebhooksTab } from '#web/webhooks/WebhooksTab.tsx';

const PAIR = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-2';

/** The name, the look and the texts of the site. */
export const SiteParts = () => (
  <div className="grid grid-cols-1 gap-6">
    <BrandSettings />
    <TextsSettings />
  </div>
);

export const LanguagesParts = () => (
  <div className={PAIR}>
    <LanguagesSettings />
    <TranslationsSettings />
  </div>
);

export const TaxParts = () => (
  <div className={PAIR}>
    <TaxSettings />
    <TaxRates />
  </div>
);

export const ConnectionsParts = () => (
  <div className="grid grid-cols-1 gap-6">
    <ConnectionsSettings />
    <WebhooksTab />
  </div>
);

/** Who gets in, and how sure the site wants to be of them. */
export const SignUpParts = () => (
  <div className={PAIR}>
    <div className="grid grid-cols-1 gap-6">
      <SignUpSettings />
      <TwoFactorRolesCard />
    </div>
    <InvitationsCard as="admin" />
  </div>
);

export function BackupsParts() {
  const { data } = useBackups();
  return (
    <div className={PAIR}>
      <Card>
        <Backups />
      </Card>
      {data?.kind === 'hourly' && <BackupLocation />}
    </div>
  );
}
