import { useQuery } from '@tanstack/react-query';
import { site } from '#contract/site.ts';
import { boot } from './boot.ts';
import type { SiteConfig } from './boot.ts';
import { call } from './call.ts';

/** Name, tagline and what is switched on. Known at once where the server wrote the page. */
export function useConfig(): SiteConfig {
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: () => call(site.config),
    staleTime: Infinity,
    placeholderData: boot.config,
    enabled: !document.getElementById('boot'),
  });
  return data ?? boot.config;
}
