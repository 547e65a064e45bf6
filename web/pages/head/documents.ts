import type { DocumentName } from '#contract/settings/settings.ts';
import { documentQuery } from '#web/settings/documents.queries.ts';
import { findIn, type Head, type Loader } from '#web/app/page.ts';

/** A page that the owner writes is there once it is published. */
export function describeDocument(name: DocumentName, title: () => string): { loader: Loader; head: Head } {
  return {
    loader: ({ client }) => client.prefetchQuery(documentQuery(name)),
    head: ({ client }) => ({ title: title(), isMissing: findIn(client, documentQuery(name)) === null }),
  };
}
