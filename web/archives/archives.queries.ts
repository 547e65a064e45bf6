import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { archives, type Archive } from '#contract/archives/archives.ts';
import { call } from '#web/app/client/call.ts';

const SOON_MS = 2000;

const isGoingOn = ({ status, items }: Archive): boolean =>
  status === 'READING' || items.some((item) => item.status === 'WAITING');

/** The member's archives; polled while any is in progress. */
export const useArchives = () =>
  useQuery({
    queryKey: ['archives'],
    queryFn: () => call(archives.list),
    refetchInterval: ({ state }) => (state.data?.some(isGoingOn) ? SOON_MS : false),
  });

/** Refetches what may have changed. */
export function useRenewArchives() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['archives', 'submissions'] as const).map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useSendItems(id: number) {
  return useMutation({
    mutationFn: (body: { items: number[]; category: string }) =>
      call(archives.send, { params: { id: String(id) }, body }),
    onSettled: useRenewArchives(),
  });
}

export function useForgetArchive(id: number) {
  return useMutation({
    mutationFn: () => call(archives.remove, { params: { id: String(id) } }),
    onSettled: useRenewArchives(),
  });
}
