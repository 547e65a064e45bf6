import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '#contract/accounts/accounts.ts';
import { history } from '#contract/history/history.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { forgetLatest } from '#web/app/watched.ts';

export const useHistory = (q: string) =>
  useInfiniteQuery({
    ...listOptions(['history', 'list', q], (cursor) =>
      callPage(history.list, { query: { q: q || undefined, cursor } }),
    ),
    placeholderData: (before) => before,
  });

/** Removes a video, or all, from the history. */
export function useForget() {
  const client = useQueryClient();
  return useChange(
    (id: number | 'all'): Promise<unknown> =>
      id === 'all' ? call(history.clear) : call(history.remove, { params: { videoId: String(id) } }),
    {
      onSuccess: () => {
        forgetLatest();
        return client.invalidateQueries({ queryKey: ['history'] });
      },
      failed: () => t`Failed to save`,
    },
  );
}

export const usePauseHistory = () =>
  useChange((historyPaused: boolean) => call(accounts.change, { body: { historyPaused } }), {
    refetch: [['me']],
    failed: () => t`Failed to save`,
  });
