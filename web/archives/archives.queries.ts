import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { archives, MAX_ARCHIVE, type Archive } from '#contract/accounts/archives.ts';
import { call } from '#web/app/call.ts';

const SOON_MS = 2000;

const isGoingOn = ({ status, items }: Archive): boolean =>
  status === 'READING' || items.some((item) => item.status === 'WAITING');

/** What one brought in; asked for again while something of it goes on. */
export const useArchives = () =>
  useQuery({
    queryKey: ['archives'],
    queryFn: () => call(archives.list),
    refetchInterval: ({ state }) => (state.data?.some(isGoingOn) ? SOON_MS : false),
  });

function useRenew() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['archives', 'submissions'] as const).map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useBringArchive() {
  return useMutation({
    mutationFn: async (file: File) => {
      // a browser tells why only once all of it was sent
      if (file.size > MAX_ARCHIVE) throw new Error(t`This file is larger than 2 GB.`);
      const form = new FormData();
      form.append('file', file);
      return await call(archives.start, { body: form });
    },
    onSettled: useRenew(),
  });
}

export function useSendItems(id: number) {
  return useMutation({
    mutationFn: (body: { items: number[]; category: string }) =>
      call(archives.send, { params: { id: String(id) }, body }),
    onSettled: useRenew(),
  });
}

export function useForgetArchive(id: number) {
  return useMutation({
    mutationFn: () => call(archives.remove, { params: { id: String(id) } }),
    onSettled: useRenew(),
  });
}
