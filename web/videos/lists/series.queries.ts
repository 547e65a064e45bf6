import { t } from '@lingui/core/macro';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { series } from '#contract/lists/series.ts';
import { call, wordsOf } from '#web/app/call.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

const seriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['playlists', 'series', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      call(series.get, { params: { id: String(id) }, query: { limit: '200', cursor } }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const useSeries = (id: number) => useInfiniteQuery(seriesQuery(id));

/** A creator's series with clips that everybody may see. */
export const useSeriesOf = (creator: string) =>
  useQuery({
    queryKey: ['playlists', 'series', 'of', creator],
    queryFn: () => call(series.list, { query: { creator } }),
  });

/** Where a clip stands in its series. */
export const usePlaceInSeries = (videoId: number, isInOne: boolean) =>
  useQuery({
    queryKey: ['playlists', 'series', 'place', videoId],
    queryFn: () => call(series.ofVideo, { params: { id: String(videoId) } }),
    enabled: isInOne,
  });

/** Gives the whole order. */
export function useOrderSeries(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (videoIds: number[]) =>
      call(series.change, { params: { id: String(id) }, body: { videoIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['playlists', 'series'] }),
    onError: (error) => toast(t`Failed to save`, { kind: 'bad', text: wordsOf(error) }),
  });
}
