import { queryOptions, useQuery } from '@tanstack/react-query';
import { site } from '#contract/site/site.ts';
import { hasInitialData, initialData } from './client/initial-data.ts';
import type { SiteConfig } from './client/initial-data.ts';
import { call } from './client/call.ts';

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => {
    const config = await call(site.config);
    initialData.config.currency = config.currency;
    return config;
  },
  staleTime: Infinity,
});

/** Name, tagline and what is switched on. Known at once where the server wrote the page. */
export function useConfig(): SiteConfig {
  const { data } = useQuery({ ...configQuery, enabled: !hasInitialData && typeof document !== 'undefined' });
  return data ?? initialData.config;
}
