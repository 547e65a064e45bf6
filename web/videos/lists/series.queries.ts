import { t } from '@lingui/core/macro';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { series } from '#contract/lists/series.ts';
import { submissions } from '#contract/submissions.ts';
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

function useRenew() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['playlists', 'series'] });
}

/** One's own series, all of them. */
export const useOwnSeries = (isCreator: boolean) =>
  useQuery({
    queryKey: ['playlists', 'series', 'own'],
    queryFn: () => call(series.list, { query: {} }),
    enabled: isCreator,
  });

/** One's own clips, to choose from. */
export const useOwnClips = () =>
  useQuery({ queryKey: ['submissions', 'to choose'], queryFn: () => call(submissions.mine) });

export const useCreateSeries = () =>
  useMutation({
    mutationFn: (body: { title: string }) => call(series.create, { body }),
    onSuccess: useRenew(),
  });

/** `videoIds` is the whole order. */
export const useChangeSeries = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof series.change>) =>
      call(series.change, { params: { id: String(id) }, body }),
    onSuccess: useRenew(),
  });

export const useRemoveSeries = (id: number) =>
  useMutation({
    mutationFn: () => call(series.remove, { params: { id: String(id) } }),
    onSuccess: useRenew(),
    onError: (error) => toast(t`Failed to save`, { kind: 'bad', text: wordsOf(error) }),
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
