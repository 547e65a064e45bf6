import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { accounts } from '#contract/accounts/accounts.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { paths } from '#web/app/paths.ts';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Undo email change`, hidden: true });

export function RevertEmailPage() {
  return (
    <LinkPage
      title={t`Undo email change`}
      text={t`We’ll restore your previous email address and sign out all devices. You’ll then set a new password.`}
      button={t`Undo email change`}
      endpoint={accounts.takeBackEmail}
      done={({ email, resetToken, removed }) => (
        <>
          <Trans>
            Your account uses <strong>{email}</strong> again. All devices were signed out, and the old
            password no longer works.
          </Trans>{' '}
          {removed.length > 0 && (
            <>
              {t`Someone else may have added these sign-in methods, so we removed them too: ${removed.join(', ')}. Set up again any that were yours. `}
            </>
          )}
          <Link to={paths.resetPassword(resetToken)} className={textLink}>
            {t`Set a new password`}
          </Link>
        </>
      )}
      failed={
        <>
          <Trans>
            Each link works once, for 72 hours. If you can’t get into your account,{' '}
            <Link to={paths.forgotPassword()} className={textLink}>
              request a password reset
            </Link>
            .
          </Trans>
        </>
      }
    />
  );
}
