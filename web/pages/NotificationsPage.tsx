import { t } from '@lingui/core/macro';
import { useAddressSearch } from '#web/app/address-search.ts';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { canAdminister } from '#web/app/capabilities.ts';
import { paths } from '#web/app/paths.ts';
import { useUnread } from '#web/notifications/live.ts';
import { NotificationList } from '#web/notifications/NotificationList.tsx';
import { useMarkRead, type Narrowed } from '#web/notifications/notifications.queries.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import type { PageHead } from '#contract/site/pages.ts';

export const head = (): PageHead => ({ title: t`Notifications`, hidden: true });

const choices = (isAdmin: boolean): { value: Narrowed; label: string }[] => [
  { value: 'all', label: t`All` },
  { value: 'unread', label: t`Unread` },
  { value: 'conversation', label: t`Replies and mentions` },
  { value: 'people', label: t`Likes and followers` },
  { value: 'clips', label: t`Videos` },
  { value: 'other', label: t`Orders, requests and reports` },
  ...(isAdmin ? [{ value: 'site' as const, label: t`The site` }] : []),
];

export function NotificationsPage() {
  const [search, setSearch] = useAddressSearch();
  const read = useMarkRead();
  const unread = useUnread();
  return (
    <MembersOnly>
      {(me) => {
        const offered = choices(canAdminister(me));
        const narrowed = offered.find(({ value }) => value === search.get('show'))?.value ?? 'all';
        return (
          <div className="wrap max-w-3xl pb-16">
            <PageHeading
              title={t`Notifications`}
              actions={
                <>
                  <Button
                    disabled={unread === 0}
                    pending={read.isPending && read.variables === 'all'}
                    onClick={() => read.mutate('all')}
                  >
                    {t`Mark all read`}
                  </Button>
                  <ButtonLink variant="quiet" to={paths.settings('notificationPreferences')}>
                    {t`Settings`}
                  </ButtonLink>
                </>
              }
            />
            <div className="mb-4">
              <Toolbar label={t`Filter notifications`}>
                <ToolbarSelect
                  label={t`Show`}
                  value={narrowed}
                  onChange={({ target }) =>
                    setSearch(
                      (): Record<string, string> => (target.value === 'all' ? {} : { show: target.value }),
                      { replace: true },
                    )
                  }
                >
                  {offered.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </ToolbarSelect>
              </Toolbar>
            </div>
            <NotificationList narrowed={narrowed} />
          </div>
        );
      }}
    </MembersOnly>
  );
}
