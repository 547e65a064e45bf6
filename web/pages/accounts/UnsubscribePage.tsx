import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { notifications } from '#contract/notifications/notifications.ts';
import { AuthCard, textLink } from '#web/accounts/AuthCard.tsx';
import { call } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { kindLabel } from '#web/notifications/kinds.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { Link, useSearchParams } from 'react-router';
import type { PageHead } from '#contract/site/pages.ts';

export const head = (): PageHead => ({ title: t`Emails`, hidden: true });

/** Opened by the link of an email; unsubscribes only on the press. */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const query = { token: search.get('token') ?? '' };
  const subscription = useQuery({
    queryKey: ['unsubscribe', query],
    queryFn: () => call(notifications.askUnsubscribe, { query }),
    enabled: query.token !== '',
    retry: false,
  });
  const off = useMutation({ mutationFn: () => call(notifications.unsubscribe, { query }) });
  const about = subscription.data && kindLabel(subscription.data.kind);
  const isOff = off.data?.off ?? subscription.data?.off ?? false;
  return (
    <AuthCard
      title={t`Emails from this site`}
      footer={
        <Link to={paths.settings('notificationPreferences')} className={textLink}>
          {t`Manage all notifications`}
        </Link>
      }
    >
      {subscription.isLoading && <Spinner />}
      <FormError>
        {query.token === ''
          ? t`This link is incomplete. Please open it from the email again.`
          : (subscription.error?.message ?? off.error?.message)}
      </FormError>
      {about && <p className="mb-5 text-lg font-semibold">{about}</p>}
      <FormNotice>{isOff && t`You’ve unsubscribed from these emails.`}</FormNotice>
      {about && !isOff && (
        <Button variant="primary" pending={off.isPending} onClick={() => off.mutate()}>
          {t`Unsubscribe`}
        </Button>
      )}
    </AuthCard>
  );
}
