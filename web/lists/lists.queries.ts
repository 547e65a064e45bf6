import { t } from '@lingui/core/macro';
import {
  infiniteQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { playlists, type PlaylistChange, type PlaylistDetails } from '#contract/lists/playlists.ts';
import { series, type SeriesDetails } from '#contract/lists/series.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { call, errorMessage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { staleWhere } from '#web/app/queries.ts';
import { useMe } from '#web/app/session/me.ts';
import { getToken } from '#web/app/session/session.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { movedTo } from '#web/ui/lists/OrderedRows.tsx';

type Kind = 'playlist' | 'series';
const paramsOf = (id: number) => ({ params: { id: String(id) } });

/** A list, page by page. Null: the server's page came with the answer that guests find none. */
function listPages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  load: (cursor: string | undefined) => Promise<Page | null>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam),
    staleTime: staleWhere(() => getToken() !== null),
    getNextPageParam: (page) => page?.nextCursor,
  });
}

export const playlistQuery = (id: number) =>
  listPages<PlaylistDetails>(['playlists', 'one', id], (cursor) =>
    call(playlists.get, { ...paramsOf(id), query: { cursor } }),
  );

export const seriesQuery = (id: number) =>
  listPages<SeriesDetails>(['playlists', 'series', id], (cursor) =>
    call(series.get, { ...paramsOf(id), query: { cursor } }),
  );

export const itemsOf = (pages: (PlaylistDetails | null)[]) => pages.flatMap((page) => page?.items ?? []);

/** The viewer's playlists; with `videoId` each has whether it contains this video. */
export function usePlaylists(videoId?: number) {
  const { signedIn } = useMe();
  return useQuery({
    queryKey: ['playlists', 'own', videoId ?? null],
    queryFn: () => call(playlists.list, { query: videoId === undefined ? {} : { videoId: String(videoId) } }),
    enabled: signedIn,
  });
}

/** A creator's series with public videos; without `creator` all of the viewer's own. */
export const useSeriesOf = (creator?: string) =>
  useQuery({
    queryKey: ['playlists', 'series', 'of', creator ?? null],
    queryFn: () => call(series.list, { query: { creator } }),
  });

/** A video's position in its series. */
export const useSeriesPosition = (videoId: number, isInOne: boolean) =>
  useQuery({
    queryKey: ['playlists', 'series', 'place', videoId],
    queryFn: () => call(series.ofVideo, paramsOf(videoId)),
    enabled: isInOne,
  });

/** The viewer's own videos, to choose from. */
export const useOwnVideos = () =>
  useQuery({ queryKey: ['submissions', 'to choose'], queryFn: () => call(submissions.mine) });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['playlists'] });
}

const notify = (error: Error): void => toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) });

/** A change from a form, which shows itself what went wrong. */
const useSending = <Input, Output>(mutationFn: (input: Input) => Promise<Output>) =>
  useChange(mutationFn, { refetch: [['playlists']] });

/** A change by one press. */
const usePressing = <Input, Output>(mutationFn: (input: Input) => Promise<Output>) =>
  useChange(mutationFn, { refetch: [['playlists']], failed: () => t`Failed to save`, scope: 'lists' });

export const useCreateList = (kind: Kind) =>
  useSending((body: { title: string }): Promise<{ id: number }> =>
    kind === 'playlist' ? call(playlists.create, { body }) : call(series.create, { body }),
  );

export const useChangeList = (kind: Kind, id: number) =>
  useSending(async (body: PlaylistChange): Promise<void> => {
    if (kind === 'playlist') await call(playlists.change, { ...paramsOf(id), body });
    else await call(series.change, { ...paramsOf(id), body });
  });

export const useRemoveList = (kind: Kind, id: number) =>
  usePressing(() => call((kind === 'playlist' ? playlists : series).remove, paramsOf(id)));

const change = (id: number, videoIds: number[]) =>
  call(series.change, { ...paramsOf(id), body: { videoIds } });

/** Gives the whole order. */
export const useChooseVideos = (id: number) => useSending((videoIds: number[]) => change(id, videoIds));
export const useOrderSeries = (id: number) => usePressing((videoIds: number[]) => change(id, videoIds));

/** Puts a video into a playlist, or takes it out. */
export const useSetInPlaylist = () =>
  usePressing(
    async ({ id, videoId, isIn }: { id: number; videoId: number; isIn: boolean }): Promise<void> => {
      if (isIn) await call(playlists.place, { ...paramsOf(id), body: { videoId } });
      else await call(playlists.take, { params: { id: String(id), videoId: String(videoId) } });
    },
  );

/** Moves a video within a playlist: shown at once, and put back where that fails. */
export function useMoveItem(id: number) {
  const client = useQueryClient();
  const { queryKey } = playlistQuery(id);
  return useMutation({
    mutationFn: ({ videoId, position }: { videoId: number; position: number }) =>
      call(playlists.place, { ...paramsOf(id), body: { videoId, position } }),
    onMutate: async ({ videoId, position }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (!before) return { before };
      const moved = movedTo(itemsOf(before.pages), (item) => item.videoId === videoId, position);
      let from = 0;
      client.setQueryData(queryKey, {
        ...before,
        pages: before.pages.map((page) => {
          if (!page) return page;
          const items = moved.slice(from, from + page.items.length);
          from += page.items.length;
          return { ...page, items };
        }),
      });
      return { before };
    },
    onError: (error, _move, context) => {
      client.setQueryData(queryKey, context?.before);
      notify(error);
    },
    onSettled: useRefresh(),
  });
}
