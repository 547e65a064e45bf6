import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { exports } from '#contract/exports/exports.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { fileForm } from '#web/app/client/file-form.ts';

const WAIT_MS = 3000;

const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: () => call(exports.list),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? WAIT_MS : false),
});
export const useExports = () => useQuery(exportsQuery);

export const useStartExport = () =>
  useChange(() => call(exports.start), { refetch: [exportsQuery.queryKey] });

export const useExportLink = () =>
  useMutation({ mutationFn: (id: number) => call(exports.link, { params: { id: String(id) } }) });

const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: () => call(exports.imports),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? WAIT_MS : false),
});
export const useImports = () => useQuery(importsQuery);

export const useStartImport = () =>
  useChange((file: File) => call(exports.startImport, { body: fileForm(file) }), {
    refetch: [importsQuery.queryKey],
  });
