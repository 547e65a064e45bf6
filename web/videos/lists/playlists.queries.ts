import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { playlists, type PlaylistChange, type PlaylistDetails } from '#contract/lists/playlists.ts';
import { call, wordsOf } from '#web/app/client/call.ts';
import { useMe } from '#web/app/session/me.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { movedTo } from '#web/ui/lists/OrderedRows.tsx';
import { listPages } from './list-pages.ts';

/** One's own playlists; with `videoId` each says whether it holds this clip. */
export function usePlaylists(videoId?: number) {
  const { signedIn } = useMe();
  return useQuery({
    queryKey: ['playlists', 'own', videoId ?? null],
    queryFn: () => call(playlists.list, { query: videoId === undefined ? {} : { videoId: String(videoId) } }),
    enabled: signedIn,
  });
}

export const playlistQuery = (id: number) =>
  listPages<PlaylistDetails>(['playlists', 'one', id], (cursor) =>
    call(playlists.get, { params: { id: String(id) }, query: { cursor } }),
  );

/** A playlist as one list. */
export const usePlaylist = (id: number | null) =>
  useInfiniteQuery({ ...playlistQuery(id ?? 0), enabled: id !== null });

export const itemsOf = (pages: (PlaylistDetails | null)[]) => pages.flatMap((page) => page?.items ?? []);

const tell = (error: Error): void => toast(t`Failed to save`, { kind: 'bad', text: wordsOf(error) });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['playlists'] });
}

export function useCreatePlaylist() {
  return useMutation({
    mutationFn: (body: { title: string; visibility?: 'PRIVATE' | 'PUBLIC' }) =>
      call(playlists.create, { body }),
    onSuccess: useRefresh(),
  });
}

export function useChangePlaylist(id: number) {
  return useMutation({
    mutationFn: (body: PlaylistChange) => call(playlists.change, { params: { id: String(id) }, body }),
    onSuccess: useRefresh(),
  });
}

export function useRemovePlaylist(id: number) {
  return useMutation({
    mutationFn: () => call(playlists.remove, { params: { id: String(id) } }),
    onSuccess: useRefresh(),
    onError: tell,
  });
}

/** Puts a clip into a playlist, or takes it out. */
export function useSetInPlaylist(videoId: number) {
  return useMutation({
    scope: { id: 'in-playlist' },
    mutationFn: async ({ id, isIn }: { id: number; isIn: boolean }): Promise<void> => {
      if (isIn) await call(playlists.place, { params: { id: String(id) }, body: { videoId } });
      else await call(playlists.take, { params: { id: String(id), videoId: String(videoId) } });
    },
    onSuccess: useRefresh(),
    onError: tell,
  });
}

export function useTakeOut(id: number) {
  return useMutation({
    mutationFn: (videoId: number) =>
      call(playlists.take, { params: { id: String(id), videoId: String(videoId) } }),
    onSuccess: useRefresh(),
    onError: tell,
  });
}

/** Moves a clip within a playlist: shown at once, and put back where that fails. */
export function useMoveItem(id: number) {
  const client = useQueryClient();
  const { queryKey } = playlistQuery(id);
  return useMutation({
    mutationFn: ({ videoId, position }: { videoId: number; position: number }) =>
      call(playlists.place, { params: { id: String(id) }, body: { videoId, position } }),
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
      tell(error);
    },
    onSettled: useRefresh(),
  });
}
