import { queryOptions, useQuery } from '@tanstack/react-query';
import { site } from '#contract/site.ts';
import { hasInitialData, initialData } from './initial-data.ts';
import type { SiteConfig } from './initial-data.ts';
import { call } from './call.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { queryClient } from './queries.ts';

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => {
    const config = await call(site.config);
    initialData.config.currency = config.currency;
    return config;
  },
  staleTime: Infinity,
  placeholderData: initialData.config,
});

/** What the owner changed since the server wrote the page. */
const changed = createStore<SiteConfig | undefined>(undefined);
if (hasInitialData)
  queryClient.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    if (queryKey[0] === 'config') changed.set(state.data as SiteConfig);
  });

// each card asks for it: thirty observers of a query cost a phone more than a store
const useKnown = (): SiteConfig => useStore(changed) ?? initialData.config;
const useAsked = (): SiteConfig => useQuery(configQuery).data ?? initialData.config;

/** Name, tagline and what is switched on. Known at once where the server wrote the page. */
export const useConfig = hasInitialData || typeof document === 'undefined' ? useKnown : useAsked;
