import { queryOptions, useQuery } from '@tanstack/react-query';
import { productTags } from '#contract/product-tags/product-tags.ts';
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

/** What all own videos sold so far, or one of them. */
export const useSales = (videoId: string | undefined) =>
  useQuery({
    queryKey: ['statistics', 'sales', videoId],
    queryFn: () => call(productTags.sales, { query: { videoId } }),
    staleTime: 0,
  });
