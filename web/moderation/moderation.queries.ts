import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { MAX_BULK, moderation } from '#contract/moderation/moderation.ts';
import type {
  CopyrightContact,
  ModerationAction,
  ReportCategory,
  SubjectType,
} from '#contract/moderation/moderation.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';

export interface Subject {
  subjectType: SubjectType;
  subjectId: number;
}

interface Claim {
  category: ReportCategory;
  contact?: CopyrightContact;
}

export function useReport() {
  return useMutation({
    mutationFn: ({ subjectId, ...rest }: Subject & Claim & { reason: string }) =>
      call(moderation.report, { body: { ...rest, subjectId: String(subjectId) } }),
  });
}

const reportedQuery = (category: ReportCategory | undefined) => ({
  ...listOptions(['moderation', 'reports', category ?? ''], (cursor) =>
    callPage(moderation.list, { query: { category, cursor } }),
  ),
  staleTime: 0,
});
const actsQuery = queryOptions({
  queryKey: ['moderation', 'acts'],
  queryFn: () => call(moderation.acts),
  staleTime: 0,
});
const watchedTermsQuery = queryOptions({
  queryKey: ['moderation', 'words'],
  queryFn: () => call(moderation.words),
});

export const useReported = (category?: ReportCategory) => useInfiniteQuery(reportedQuery(category));
export const useActs = () => useQuery(actsQuery);
export const useWatchedTerms = () => useQuery(watchedTermsQuery);

const CHANGED = [['moderation'], ['admin', 'overview']] as const;

/** As many as were chosen, in as many calls as that takes. */
export const useAct = () =>
  useChange(
    async ({
      subjects,
      ...decision
    }: {
      action: ModerationAction;
      reason: string | null;
      subjects: Subject[];
    }) => {
      const all: ResponseOf<typeof moderation.act> = { done: 0, acts: [], skipped: [] };
      for (let at = 0; at < subjects.length; at += MAX_BULK) {
        const part = subjects.slice(at, at + MAX_BULK);
        const { done, acts, skipped } = await call(moderation.act, { body: { ...decision, subjects: part } });
        all.done += done;
        all.acts.push(...acts);
        all.skipped.push(...skipped);
      }
      return all;
    },
    { refetch: CHANGED },
  );
export const useUndo = () =>
  useChange((id: number) => call(moderation.undo, { params: { id: String(id) } }), { refetch: CHANGED });
export const useAddWatchedTerm = () =>
  useChange((body: { word: string }) => call(moderation.addWord, { body }), { refetch: CHANGED });
export const useRemoveWatchedTerm = () =>
  useChange((id: number) => call(moderation.removeWord, { params: { id: String(id) } }), {
    refetch: CHANGED,
  });
