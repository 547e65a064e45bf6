import { useEffect } from 'react';
import { useConfig } from '#web/app/config.ts';
import { usePageTitle } from '#web/app/page.ts';
import { createStore, useStore } from '#web/ui/store.ts';

const announced = createStore('');

/** The tab's title. Announced to screen readers on client-side navigation. */
export function PageTitle() {
  const { siteName, siteTagline } = useConfig();
  const own = usePageTitle();
  const title = own ? `${own} · ${siteName}` : `${siteName} – ${siteTagline}`;
  useEffect(() => {
    if (document.title === title) return;
    document.title = title;
    announced.set(title);
  }, [title]);
  return null;
}

export const TitleAnnouncer = () => (
  <p aria-live="polite" className="sr-only">
    {useStore(announced)}
  </p>
);
