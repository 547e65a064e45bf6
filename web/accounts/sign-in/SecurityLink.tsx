import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';

export function SecurityLink() {
  return (
    <Card title={t`Security`}>
      <p className="mb-4 text-ink-soft">{t`Passkeys, a second step at sign-in, and what happened lately.`}</p>
      <Link to={paths.security()} className={buttonClasses('secondary', 'md')}>
        {t`Open security`}
      </Link>
    </Card>
  );
}
