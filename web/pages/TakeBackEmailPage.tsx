import { Link } from 'react-router';
import { accounts } from '#contract/accounts.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';

export function TakeBackEmailPage() {
  useTitle('Take the change back');
  return (
    <LinkPage
      title="Take the change back"
      endpoint={accounts.takeBackEmail}
      done={(email) => (
        <>
          Your account uses <strong>{email}</strong> again, and everybody was signed out. Please set a new
          password now.
        </>
      )}
    >
      <Link to={paths.forgotPassword()} className={textLink}>
        Set a new password
      </Link>
    </LinkPage>
  );
}
