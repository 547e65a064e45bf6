import { Link } from '#web/ui/router.tsx';
import { paths } from '#web/app/paths.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';

export function SecurityLink() {
  return (
    <Card title="Security">
      <p className="mb-4 text-ink-soft">Passkeys, a second step at sign-in, and what happened lately.</p>
      <Link to={paths.security()} className={buttonClasses('secondary', 'md')}>
        Open security
      </Link>
    </Card>
  );
}
