import { t } from '@lingui/core/macro';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { studio, type SubmissionChange } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import type { Submission, ReviewStatus } from '#contract/submissions/submissions.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

export type Move = 'approve' | 'unapprove' | 'reject' | 'retry';

/** What a move needs beside the item. */
export interface Reason {
  reason: string | null;
  atSec: number | null;
}

/** The status a list is filtered by; SCHEDULED: waiting for the publication time. */
export type Narrowed = ReviewStatus | 'SCHEDULED';

const submissionsQuery = (which: Narrowed | null, q: string) =>
  listOptions(['submissions', 'all', which, q], (cursor) =>
    callPage(submissions.list, {
      query: {
        ...(which === 'SCHEDULED' ? { scheduled: 'true' } : { status: which ?? undefined }),
        q,
        limit: '60',
        cursor,
      },
    }),
  );
const mySubmissionsQuery = queryOptions({
  queryKey: ['submissions', 'mine'],
  queryFn: () => call(submissions.mine),
});

export const useSubmissions = (which: Narrowed | null, q = '') =>
  useInfiniteQuery({
    ...submissionsQuery(which, q),
    refetchInterval: 15_000,
    placeholderData: q ? keepPreviousData : undefined,
  });
export const useMySubmissions = () => useQuery(mySubmissionsQuery);

/** What a reviewer corrects: labels, and where thumbnails are cropped around. */
export const useChangeInReview = (id: number) =>
  useChange(
    (body: Pick<SubmissionChange, 'focus' | 'labels'>) =>
      call(studio.change, { params: { id: String(id) }, body }),
    {
      refetch: [['submissions'], ['submission'], ['videos'], ['video']],
      awaits: false,
      onSuccess: () => toast(t`Saved`),
      failed: () => t`That didn’t work`,
    },
  );

/** One review move; refetches every list that may show the item. */
export function useMove() {
  const client = useQueryClient();
  return useChange(
    ({ id, move, reason }: { id: number; move: Move; reason?: Reason }): Promise<Submission> => {
      const params = { id: String(id) };
      if (move === 'reject')
        return call(submissions.reject, { params, body: reason ?? { reason: null, atSec: null } });
      return call(submissions[move], { params });
    },
    {
      refetch: [['submissions'], ['videos'], ['admin']],
      // what comes next in the review, and its keys, don't hang on how long a list takes
      awaits: false,
      // opening the review before a refetch must not show an item that was just judged
      onSuccess: (after) =>
        client.setQueriesData<InfiniteData<{ items: Submission[] }>>(
          { queryKey: ['submissions', 'all'] },
          (list) =>
            list && {
              ...list,
              pages: list.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => (item.id === after.id ? after : item)),
              })),
            },
        ),
      failed: () => t`That didn’t work`,
    },
  );
}

/** Takes an own item back for good. */
export const useWithdraw = () =>
  useChange((id: number) => call(submissions.withdraw, { params: { id: String(id) } }), {
    refetch: [['submissions']],
    onSuccess: () => toast(t`Video withdrawn`),
    failed: () => t`Couldn’t withdraw the video`,
  });

/** Resubmits an own rejected item with changed details. */
export const useResubmit = (id: number) =>
  useChange(
    (fields: { title: string; description: string }) =>
      call(submissions.resubmit, { params: { id: String(id) }, body: fields }),
    { refetch: [['submissions']], failed: () => t`Couldn’t resubmit the video` },
  );
