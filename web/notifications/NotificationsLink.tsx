import { t } from '@lingui/core/macro';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';

/** Among the settings. */
export function NotificationsLink() {
  return (
    <Card title={t`Notifications`}>
      <p className="mb-4 text-ink-soft">{t`Choose what you’re notified about: on this site, by email, in a daily summary or by push.`}</p>
      <ButtonLink to={paths.notificationPreferences()}>{t`Manage notifications`}</ButtonLink>
    </Card>
  );
}
