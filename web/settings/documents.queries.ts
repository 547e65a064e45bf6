import { queryOptions, useQuery } from '@tanstack/react-query';
import { settings } from '#contract/settings/settings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { DocumentName } from '#contract/settings/settings.ts';
import { call } from '#web/app/client/call.ts';

export const documentQuery = (name: DocumentName) =>
  queryOptions({
    queryKey: ['settings', 'document', name],
    // null: the page came with the word that it isn't published
    queryFn: (): Promise<ResponseOf<typeof settings.document> | null> =>
      call(settings.document, { params: { name } }),
  });
export const useDocument = (name: DocumentName) => useQuery(documentQuery(name));
