import { useQuery, useQueryClient } from '@tanstack/react-query';
import { archives, type Archive } from '#contract/archives/archives.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';

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

const CHANGED = [['archives'], ['submissions']] as const;

/** Refetches what may have changed. */
export function useRenewArchives() {
  const client = useQueryClient();
  return () => Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export const useSendItems = (id: number) =>
  useChange(
    (body: { items: number[]; category: string }) =>
      call(archives.send, { params: { id: String(id) }, body }),
    { refetch: CHANGED },
  );

export const useForgetArchive = (id: number) =>
  useChange(() => call(archives.remove, { params: { id: String(id) } }), { refetch: CHANGED });
