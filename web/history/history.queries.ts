import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts } from '#contract/accounts/accounts.ts';
import { history } from '#contract/history/history.ts';
import { call, callPage, errorMessage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { forgetLatest } from '#web/app/watched.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

export const useHistory = (q: string) =>
  useInfiniteQuery({
    ...listOptions(['history', 'list', q], (cursor) =>
      callPage(history.list, { query: { q: q || undefined, cursor } }),
    ),
    placeholderData: (before) => before,
  });

const showError = (error: Error): void =>
  toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) });

/** Removes a video, or all, from the history. */
export function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number | 'all'): Promise<unknown> =>
      id === 'all' ? call(history.clear) : call(history.remove, { params: { videoId: String(id) } }),
    onSuccess: () => {
      forgetLatest();
      return client.invalidateQueries({ queryKey: ['history'] });
    },
    onError: showError,
  });
}

export function usePauseHistory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (historyPaused: boolean) => call(accounts.change, { body: { historyPaused } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
    onError: showError,
  });
}
