import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { accounts } from '#contract/accounts/accounts.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { paths } from '#web/app/paths.ts';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Confirm email`, hidden: true });

export function VerifyEmailPage() {
  return (
    <LinkPage
      title={t`Confirm your email`}
      text={t`Confirm that this email address is yours.`}
      button={t`Confirm email address`}
      endpoint={accounts.verifyEmail}
      done={({ email }) => (
        <>
          <Trans>
            Thank you, <strong>{email}</strong> is confirmed.
          </Trans>
        </>
      )}
      failed={
        <>
          <Trans>
            Links work for 7 days.{' '}
            <Link to={paths.settings()} className={textLink}>
              Open your settings
            </Link>{' '}
            to see whether your address is confirmed, or to have a new link sent.
          </Trans>
        </>
      }
    >
      <Link to={paths.home()} className={textLink}>
        {t`Go to the videos`}
      </Link>
    </LinkPage>
  );
}
