import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { curation } from '#contract/curation.ts';
import type { CuratedVideo } from '#contract/curation.ts';
import type { Category } from '#contract/videos.ts';
import { call, callPage, wordsOf } from '#web/app/call.ts';
import { toast } from '#web/ui/toast.ts';

/** Everything of the dashboard is under this key, so that one action refreshes all lists it touches. */
const KEY = ['admin'];

/** A change by an admin: refreshes the dashboard and the public lists; says `failed` when it did not work. */
function useChange<Input, Output>(
  run: (input: Input) => Promise<Output>,
  failed: string,
  done?: (output: Output) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (output) => {
      if (done) toast(done(output));
    },
    onError: (error) => toast(failed, { kind: 'bad', text: wordsOf(error) }),
    // also after a failure: then somebody else was quicker
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: ['videos'] }),
      ]),
  });
}

export const useFeatured = () =>
  useQuery({ queryKey: [...KEY, 'featured'], queryFn: () => call(curation.featured) });
export const useTrending = () =>
  useQuery({ queryKey: [...KEY, 'trending'], queryFn: () => call(curation.trending) });
export const useImportState = () =>
  useQuery({ queryKey: [...KEY, 'import-state'], queryFn: () => call(curation.importState) });

/** A list that goes on by its cursor. */
function usePages(
  key: unknown[],
  load: (cursor: string | undefined) => Promise<{ items: CuratedVideo[]; next: string | null }>,
) {
  return useInfiniteQuery({
    queryKey: [...KEY, ...key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

export const useRecentImports = () =>
  usePages(['recent-imports'], (cursor) => callPage(curation.recentImports, { query: { cursor } }));
export const useImported = (category: Category) =>
  usePages(['imported', category], async (cursor) => {
    const { items, next } = await callPage(curation.imported, { query: { category, cursor } });
    return { items: items[category], next };
  });
export const useArchive = (group: 'user' | 'external') =>
  usePages(['archive', group], async (cursor) => {
    const { items, next } = await callPage(curation.archive, { query: { group, cursor } });
    return { items: items[group], next };
  });
export const useCandidates = (q: string) =>
  usePages(['candidates', q], (cursor) => callPage(curation.candidates, { query: { q, cursor } }));

const idOf = (video: CuratedVideo) => ({ params: { id: String(video.id) } });
const videoIdOf = (video: CuratedVideo) => ({ params: { videoId: String(video.id) } });

export const useSetFeatured = () =>
  useChange(
    ({ video, on }: { video: CuratedVideo; on: boolean }) =>
      call(curation.setFeatured, { ...videoIdOf(video), body: { featured: on } }),
    'Failed to update featured status',
  );
export const useSetTrending = () =>
  useChange(
    ({ video, on }: { video: CuratedVideo; on: boolean }) =>
      call(curation.setTrending, { ...videoIdOf(video), body: { trending: on } }),
    'Failed to update trending status',
  );
export const useOrderFeatured = () =>
  useChange(
    (ids: number[]) => call(curation.orderFeatured, { body: { ids } }),
    'Failed to update featured order',
  );

export const useReloadRotation = () =>
  useChange(
    () => call(curation.reloadRotation),
    'Failed to reload the rotation',
    ({ videos }) => `Rotation reloaded: ${videos} videos`,
  );

export const useReviewImported = (move: 'approveImported' | 'unapproveImported' | 'rejectImported') =>
  useChange((video: CuratedVideo) => call(curation[move], idOf(video)), 'Failed to update video status');

export const useImportYoutube = () =>
  useChange(
    (body: { category: Category; limit: number }) => call(curation.importYoutube, { body }),
    'Import failed',
    ({ imported }) => `Imported ${imported} ${imported === 1 ? 'video' : 'videos'}`,
  );
export const useImportLink = () =>
  useChange(
    (body: { url: string; category: Category; title: string | null }) => call(curation.importLink, { body }),
    'Import failed',
    ({ title }) => `Imported “${title}”`,
  );

export const useArchiveVideo = () =>
  useChange(
    ({ video, reason }: { video: CuratedVideo; reason: string }) =>
      call(curation.softDelete, { ...idOf(video), body: { reason } }),
    'Failed to archive video',
    () => 'Moved to the archive',
  );
export const useRestore = () =>
  useChange(
    (video: CuratedVideo) => call(curation.restoreArchived, idOf(video)),
    'Failed to restore video',
    () => 'Video restored',
  );
export const useDelete = () =>
  useChange(
    (video: CuratedVideo) => call(curation.deleteArchived, idOf(video)),
    'Failed to delete video',
    () => 'Video deleted',
  );
