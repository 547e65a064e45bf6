import { plural, t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { curation } from '#contract/curation/curation.ts';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import type { Category } from '#contract/videos/videos.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

/** Everything of the dashboard is under this key, so that one action refreshes all lists it touches. */
const KEY = ['admin'] as const;

/** An admin's change: refreshes the dashboard and the public lists; shows `failed` on an error. */
function useCuration<Input, Output>(
  run: (input: Input) => Promise<Output>,
  failed: () => string,
  done?: (output: Output) => string,
) {
  return useChange(run, {
    refetch: [KEY, ['videos']],
    onSuccess: (output) => done && toast(done(output)),
    failed,
  });
}

const featuredQuery = queryOptions({
  queryKey: [...KEY, 'featured'],
  queryFn: () => call(curation.featured),
});
const trendingQuery = queryOptions({
  queryKey: [...KEY, 'trending'],
  queryFn: () => call(curation.trending),
});
const importStateQuery = queryOptions({
  queryKey: [...KEY, 'import-state'],
  queryFn: () => call(curation.importState),
});
const recentImportsQuery = listOptions([...KEY, 'recent-imports'], (cursor) =>
  callPage(curation.recentImports, { query: { cursor } }),
);
const importedQuery = (category: Category) =>
  listOptions([...KEY, 'imported', category], async (cursor) => {
    const { items, next } = await callPage(curation.imported, { query: { category, cursor } });
    return { items: items[category] ?? [], next };
  });
const archiveQuery = (group: 'user' | 'external') =>
  listOptions([...KEY, 'archive', group], async (cursor) => {
    const { items, next } = await callPage(curation.archive, { query: { group, cursor } });
    return { items: items[group], next };
  });
const candidatesQuery = (q: string) =>
  listOptions([...KEY, 'candidates', q], (cursor) => callPage(curation.candidates, { query: { q, cursor } }));

export const useFeatured = () => useQuery(featuredQuery);
export const useTrending = () => useQuery(trendingQuery);
export const useImportState = () => useQuery(importStateQuery);
export const useRecentImports = () => useInfiniteQuery(recentImportsQuery);
export const useImported = (category: Category) => useInfiniteQuery(importedQuery(category));
export const useArchive = (group: 'user' | 'external') => useInfiniteQuery(archiveQuery(group));
export const useCandidates = (q: string) => useInfiniteQuery(candidatesQuery(q));

const idOf = (video: CuratedVideo) => ({ params: { id: String(video.id) } });
const videoIdOf = (video: CuratedVideo) => ({ params: { videoId: String(video.id) } });

export const useSetFeatured = () =>
  useCuration(
    ({ video, on }: { video: CuratedVideo; on: boolean }) =>
      call(curation.setFeatured, { ...videoIdOf(video), body: { featured: on } }),
    () => t`Failed to update featured status`,
  );
export const useSetTrending = () =>
  useCuration(
    ({ video, on }: { video: CuratedVideo; on: boolean }) =>
      call(curation.setTrending, { ...videoIdOf(video), body: { trending: on } }),
    () => t`Failed to update trending status`,
  );
export const useOrderFeatured = () =>
  useCuration(
    (ids: number[]) => call(curation.orderFeatured, { body: { ids } }),
    () => t`Failed to update featured order`,
  );

export const useReloadRotation = () =>
  useCuration(
    () => call(curation.reloadRotation),
    () => t`Failed to reload the rotation`,
    ({ videos }) => t`Rotation reloaded: ${videos} videos`,
  );

export const useReviewImported = (move: 'approveImported' | 'unapproveImported' | 'rejectImported') =>
  useCuration(
    (video: CuratedVideo) => call(curation[move], idOf(video)),
    () => t`Failed to update video status`,
  );

export const useImportYoutube = () =>
  useCuration(
    (body: { category: Category; limit: number }) => call(curation.importYoutube, { body }),
    () => t`Import failed`,
    ({ imported }) => plural(imported, { one: 'Imported # video', other: 'Imported # videos' }),
  );
export const useImportLink = () =>
  useCuration(
    (body: { url: string; category: Category; title: string | null }) => call(curation.importLink, { body }),
    () => t`Import failed`,
    ({ title }) => t`Imported “${title}”`,
  );

export const useArchiveVideo = () =>
  useCuration(
    ({ video, reason }: { video: CuratedVideo; reason: string }) =>
      call(curation.softDelete, { ...idOf(video), body: { reason } }),
    () => t`Failed to archive video`,
    () => t`Moved to the archive`,
  );
export const useRestore = () =>
  useCuration(
    (video: CuratedVideo) => call(curation.restoreArchived, idOf(video)),
    () => t`Failed to restore video`,
    () => t`Video restored`,
  );
export const useDelete = () =>
  useCuration(
    (video: CuratedVideo) => call(curation.deleteArchived, idOf(video)),
    () => t`Failed to delete video`,
    () => t`Video deleted`,
  );
