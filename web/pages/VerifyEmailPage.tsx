import { Link } from '#web/ui/router.tsx';
import { accounts } from '#contract/accounts.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';

export function VerifyEmailPage() {
  useTitle('Confirm email');
  return (
    <LinkPage
      title="Confirm your email"
      endpoint={accounts.verifyEmail}
      done={({ email }) => (
        <>
          Thank you, <strong>{email}</strong> is confirmed.
        </>
      )}
    >
      <Link to={paths.home()} className={textLink}>
        Go to the videos
      </Link>
    </LinkPage>
  );
}
