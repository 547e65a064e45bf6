import { Link } from '#web/ui/router.tsx';
import { accounts } from '#contract/accounts/accounts.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { paths } from '#web/app/paths.ts';
import type { Head } from './page.ts';

export const head: Head = { title: 'Confirm email', hidden: true };

export function VerifyEmailPage() {
  return (
    <LinkPage
      title="Confirm your email"
      endpoint={accounts.verifyEmail}
      done={({ email }) => (
        <>
          Thank you, <strong>{email}</strong> is confirmed.
        </>
      )}
      failed={
        <>
          Links work for 7 days.{' '}
          <Link to={paths.settings()} className={textLink}>
            Open your settings
          </Link>{' '}
          to see whether your address is confirmed, or to have a new link sent.
        </>
      }
    >
      <Link to={paths.home()} className={textLink}>
        Go to the videos
      </Link>
    </LinkPage>
  );
}
