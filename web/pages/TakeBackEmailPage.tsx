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
      done={({ email, resetToken }) => (
        <>
          Your account uses <strong>{email}</strong> again. Everybody was signed out, and the old password
          works no more.{' '}
          <Link to={paths.resetPassword(resetToken)} className={textLink}>
            Set a new password
          </Link>
        </>
      )}
    />
  );
}
