import { t } from '@lingui/core/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Me } from '#contract/accounts/accounts.ts';
import type { SettingsPage } from '#contract/site/pages.ts';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import type { Head } from '#web/app/page.ts';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';

const titles = (): Record<SettingsPage, string> => ({
  settings: t`Account`,
  security: t`Sign-in & security`,
  notificationPreferences: t`Notifications`,
  appearance: t`Appearance & language`,
  blocked: t`Blocked & muted`,
  apiKeys: t`API keys`,
  ownData: t`Your data`,
});

export const settingsHead =
  (page: SettingsPage): Head =>
  () => ({ title: `${titles()[page]} · ${t`Settings`}`, hidden: true });

interface LayoutProps {
  page: SettingsPage;
  /** Under the title. */
  text?: ReactNode;
  children: (me: Me) => ReactNode;
}

/** One page of a member's settings beside their index. */
export const SettingsLayout = ({ page, text, children }: LayoutProps) => (
  <div className="wrap max-w-5xl pb-16 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-12">
    <Index page={page} />
    <div className="min-w-0 lg:max-w-2xl">
      <PageHeading title={titles()[page]} text={text} />
      <div className="flex flex-col gap-5">
        <MembersOnly skeleton={<Skeleton className="h-72" />}>{children}</MembersOnly>
      </div>
    </div>
  </div>
);

/** A list on the left; on phones a row of links that scrolls. */
function Index({ page }: { page: SettingsPage }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const [list, link] = [row.current, row.current?.querySelector<HTMLElement>('[aria-current]')];
    if (list && link)
      list.scrollLeft = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.clientWidth) / 2;
  }, [page]);
  return (
    <nav aria-label={t`Settings`} className="pt-6 lg:sticky lg:top-14 lg:self-start lg:pt-10">
      <p aria-hidden="true" className="mb-1 text-sm font-semibold text-ink-soft lg:px-3 lg:pb-1">
        {t`Settings`}
      </p>
      <ul
        ref={row}
        className="no-scrollbar flex overflow-x-auto border-b border-line lg:flex-col lg:gap-0.5 lg:border-0"
      >
        {Object.entries(titles()).map(([each, title]) => (
          <li key={each} className="shrink-0">
            <NavLink
              end
              to={paths.settings(each as SettingsPage)}
              className={({ isActive }) =>
                classes(
                  'flex h-11 items-center px-3 font-semibold whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-4',
                  'max-lg:border-b-2 max-lg:text-sm lg:rounded-control',
                  isActive
                    ? 'border-accent text-ink lg:bg-raised'
                    : 'border-transparent text-ink-soft hover:text-ink lg:hover:bg-raised',
                )
              }
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
