import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';

export function SecurityLink() {
  return (
    <Card title={t`Security`}>
      <p className="mb-4 text-ink-soft">{t`Passkeys, two-factor authentication, active sessions and recent activity.`}</p>
      <Link to={paths.security()} className={buttonClasses('secondary', 'md')}>
        {t`Security settings`}
      </Link>
    </Card>
  );
}
