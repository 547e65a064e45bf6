import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { admin } from '#contract/admin/admin.ts';
import type { AdminJob, JobState, Period } from '#contract/admin/admin.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

const JOBS_EVERY_MS = 3000;

const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: () => call(admin.overview),
  refetchInterval: 60_000,
});
export const useOverview = () => useQuery(overviewQuery);

const activityQuery = (days: Period) =>
  queryOptions({
    queryKey: ['admin', 'activity', days],
    queryFn: () => call(admin.activity, { query: { days: `${days}` } }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
export const useActivity = (days: Period) => useQuery(activityQuery(days));

const checklistQuery = queryOptions({
  queryKey: ['admin', 'checklist'],
  queryFn: () => call(admin.checklist),
  staleTime: 0,
});
export const useChecklist = () => useQuery(checklistQuery);

export const useDismissChecklist = () =>
  useChange(() => call(admin.dismissChecklist), {
    refetch: [checklistQuery.queryKey],
    failed: () => t`That didn’t work`,
  });

export const useRemoveSample = () =>
  useChange(() => call(admin.removeSample), {
    refetch: 'everything',
    onSuccess: ({ videos, people }) =>
      toast(t`Sample content removed`, {
        text: t`${videos} videos, ${people} people, and their posts and orders.`,
      }),
    failed: () => t`That didn’t work`,
  });

const jobsQuery = (state: JobState | '') =>
  listOptions(['admin', 'jobs', state], (cursor) =>
    callPage(admin.jobs, { query: { state: state || undefined, cursor } }),
  );
export const useJobs = (state: JobState | '') =>
  useInfiniteQuery({ ...jobsQuery(state), refetchInterval: JOBS_EVERY_MS });

export const useJobAction = (action: 'retryJob' | 'cancelJob') =>
  useChange(
    (jobs: AdminJob[]) =>
      Promise.all(jobs.map(({ queue, id }) => call(admin[action], { params: { queue, id } }))),
    { refetch: [['admin']], failed: () => t`That didn’t work` },
  );

export interface AuditFilter {
  person: string;
  thing: string;
  from: string;
  to: string;
}

const auditQuery = (filter: AuditFilter) =>
  listOptions(['admin', 'audit', filter], (cursor) =>
    callPage(admin.audit, { query: { ...given(filter), cursor } }),
  );
export const useAudit = (filter: AuditFilter) => useInfiniteQuery(auditQuery(filter));

/** Without empty fields. */
export const given = (filter: AuditFilter): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''));
