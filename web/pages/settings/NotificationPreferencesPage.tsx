import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSavePreferences, usePreferences } from '#web/notifications/notifications.queries.ts';
import { PushCard } from '#web/notifications/PushCard.tsx';
import { PreferencesTable } from '#web/notifications/PreferencesTable.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('notificationPreferences');

export const NotificationPreferencesPage = () => (
  <SettingsLayout
    page="notificationPreferences"
    text={t`Choose how you’re notified. Every email has an unsubscribe link.`}
  >
    {() => <Preferences />}
  </SettingsLayout>
);

function Preferences() {
  const { data: preferences, isError, refetch } = usePreferences();
  const save = useSavePreferences();
  if (isError) return <ErrorState title={t`Couldn’t load your settings`} onRetry={() => void refetch()} />;
  if (!preferences) return <Skeleton className="h-96" />;
  const { email, emailFailure } = preferences;
  return (
    <>
      {emailFailure && (
        <Card title={t`Emails aren't reaching you`}>
          <p className="mb-2 text-ink-soft">
            <Trans>
              We can’t deliver email to <strong>{email}</strong>, so we’ve stopped sending it. Please check
              the address in your settings.
            </Trans>
          </p>
          <p dir="auto" className="mb-4 text-sm wrap-anywhere text-ink-soft">
            {emailFailure.reason}
          </p>
          <Button pending={save.isPending} onClick={() => save.mutate({ emailWorks: true })}>
            {t`Try this address again`}
          </Button>
        </Card>
      )}
      <PushCard preferences={preferences} />
      <Card title={t`Notification preferences`}>
        <PreferencesTable preferences={preferences.ways} />
      </Card>
    </>
  );
}
