import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exports } from '#contract/exports/exports.ts';
import { call } from '#web/app/client/call.ts';

const WAIT_MS = 3000;

const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: () => call(exports.list),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? WAIT_MS : false),
});
export const useExports = () => useQuery(exportsQuery);

export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(exports.start),
    onSettled: () => client.invalidateQueries(exportsQuery),
  });
}

export const useExportLink = () =>
  useMutation({ mutationFn: (id: number) => call(exports.link, { params: { id: String(id) } }) });

const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: () => call(exports.imports),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? WAIT_MS : false),
});
export const useImports = () => useQuery(importsQuery);

export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(exports.startImport, { body });
    },
    onSettled: () => client.invalidateQueries(importsQuery),
  });
}
