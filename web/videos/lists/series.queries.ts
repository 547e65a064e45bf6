import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { series, type SeriesDetails } from '#contract/lists/series.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { call, wordsOf } from '#web/app/client/call.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { listPages } from './list-pages.ts';

export const seriesQuery = (id: number) =>
  listPages<SeriesDetails>(['playlists', 'series', id], (cursor) =>
    call(series.get, { params: { id: String(id) }, query: { cursor } }),
  );

export const useSeries = (id: number | null) =>
  useInfiniteQuery({ ...seriesQuery(id ?? 0), enabled: id !== null });

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
  return useMutation({
    mutationFn: (videoIds: number[]) =>
      call(series.change, { params: { id: String(id) }, body: { videoIds } }),
    onSuccess: useRenew(),
    onError: (error) => toast(t`Failed to save`, { kind: 'bad', text: wordsOf(error) }),
  });
}
