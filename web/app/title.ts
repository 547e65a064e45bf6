import { useEffect } from 'react';
import { useConfig } from './config.ts';

/** The tab's title: the page's own, then the site's name. */
export function useTitle(title: string | null): void {
  const { siteName, siteTagline } = useConfig();
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : `${siteName} – ${siteTagline}`;
  }, [title, siteName, siteTagline]);
}
