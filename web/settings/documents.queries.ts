import { queryOptions, useQuery } from '@tanstack/react-query';
import { settings } from '#contract/settings.ts';
import type { DocumentName } from '#contract/settings.ts';
import { call } from '#web/app/call.ts';

const documentQuery = (name: DocumentName) =>
  queryOptions({
    queryKey: ['settings', 'document', name],
    queryFn: () => call(settings.document, { params: { name } }),
  });
export const useDocument = (name: DocumentName) => useQuery(documentQuery(name));
