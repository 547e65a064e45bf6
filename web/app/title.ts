import { useEffect } from 'react';
import { useConfig } from './config.ts';

/** Keeps the tab's title: the page's own, then the site's name. `title` is asked again whenever `watch` tells of news. */
export function useTitle(title: () => string | null, watch: (changed: () => void) => () => void): void {
  const { siteName, siteTagline } = useConfig();
  useEffect(() => {
    const show = (): void => {
      const own = title();
      document.title = own ? `${own} · ${siteName}` : `${siteName} – ${siteTagline}`;
    };
    show();
    return watch(show);
  }, [title, watch, siteName, siteTagline]);
}
