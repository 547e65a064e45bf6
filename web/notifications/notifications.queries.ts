import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationGroup } from '#contract/notifications/kinds.ts';
import { notifications, type KindPreferences } from '#contract/notifications/notifications.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { setUnread } from './live.ts';

export type Narrowed = NotificationGroup | 'all' | 'unread';

export const useNotifications = (narrowed: Narrowed) =>
  useInfiniteQuery(
    listOptions(['notifications', narrowed], (cursor) =>
      callPage(notifications.list, {
        query: {
          cursor,
          ...(narrowed === 'unread' && { unread: 'true' as const }),
          ...(narrowed !== 'all' && narrowed !== 'unread' && { group: narrowed }),
        },
      }),
    ),
  );

/** Marks these as read, or all. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | 'all') =>
      call(notifications.read, { body: ids === 'all' ? { all: true } : { ids: ids.map(String) } }),
    onSuccess: ({ unread }) => {
      setUnread(unread);
      return client.invalidateQueries({ queryKey: ['notifications'] });
    },
  });
}

const PREFERENCES_KEY = ['notification-ways'] as const;

export const usePreferences = () =>
  useQuery({ queryKey: PREFERENCES_KEY, queryFn: () => call(notifications.ways) });

export function useSavePreferences() {
  const client = useQueryClient();
  return useChange(
    (body: { ways?: (Partial<KindPreferences> & Pick<KindPreferences, 'kind'>)[]; emailWorks?: true }) =>
      call(notifications.saveWays, { body }),
    {
      onSuccess: (saved) => client.setQueryData(PREFERENCES_KEY, saved),
      failed: () => t`Failed to save`,
      scope: 'notification-ways',
    },
  );
}
