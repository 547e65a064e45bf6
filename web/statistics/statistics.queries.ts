import { queryOptions, useQuery } from '@tanstack/react-query';
import { statistics, type Period } from '#contract/statistics/statistics.ts';
import { call } from '#web/app/client/call.ts';

const statisticsQuery = (days: Period, videoId: string | undefined) =>
  queryOptions({
    queryKey: ['statistics', days, videoId],
    queryFn: () => call(statistics.get, { query: { days, videoId } }),
    staleTime: 0,
  });
export const useStatistics = (days: Period, videoId: string | undefined) =>
  useQuery(statisticsQuery(days, videoId));
