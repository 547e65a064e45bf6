import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { admin } from '#contract/admin.ts';
import type { AdminJob, JobState } from '#contract/admin.ts';
import { call, callPage } from '#web/app/call.ts';
import { toast } from '#web/ui/toast.ts';

const JOBS_EVERY_MS = 3000;

export const useOverview = () =>
  useQuery({ queryKey: ['admin', 'overview'], queryFn: () => call(admin.overview), refetchInterval: 60_000 });

export const useJobs = (state: JobState | '') =>
  useInfiniteQuery({
    queryKey: ['admin', 'jobs', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      callPage(admin.jobs, { query: { state: state || undefined, cursor: pageParam } }),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: JOBS_EVERY_MS,
  });

export function useJobAction(action: 'retryJob' | 'cancelJob') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ queue, id }: AdminJob) => call(admin[action], { params: { queue, id } }),
    onError: (error) => toast('That did not work', { kind: 'bad', text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export interface AuditFilter {
  person: string;
  thing: string;
  from: string;
  to: string;
}

export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['admin', 'audit', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      callPage(admin.audit, { query: { ...given(filter), cursor: pageParam ?? undefined } }),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/** Without the fields nothing was typed into. */
export const given = (filter: AuditFilter): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''));
