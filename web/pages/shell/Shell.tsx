import { t } from '@lingui/core/macro';
import { Suspense, lazy, useEffect, type ReactNode } from 'react';
import { PAGES } from '#contract/site/pages.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useLocation, useMatch } from 'react-router';
import { ReauthenticationHost } from '#web/accounts/sign-in/ReauthenticationHost.tsx';
import { SharedVideo } from '#web/submissions/SharedVideo.tsx';
import { UploadButton } from '#web/submissions/UploadButton.tsx';
import { UploadHost } from '#web/submissions/UploadHost.tsx';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { ShareHost } from '#web/videos/ShareHost.tsx';
import { Hosts } from '#web/ui/dialogs/Hosts.tsx';
import { holdIdle, whenIdle } from '#web/ui/idle.ts';
import { useLate } from '#web/ui/useLate.ts';
import { CardMenuContext } from '#web/videos/card-menu.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { TitleAnnouncer } from './PageTitle.tsx';
import { TabBar } from './TabBar.tsx';
import { useArrival } from './useArrival.ts';

const loadStartUp = async () => {
  await whenIdle();
  return (await import('./StartUp.tsx')).StartUp;
};

const CardMenu = lazy(async () => ({ default: (await import('../menus/CardMenu.tsx')).CardMenu }));
const drawCardMenu = (video: Video, recommended: boolean) => (
  <Suspense>
    <CardMenu video={video} recommended={recommended} />
  </Suspense>
);

/** The frame of every page: header, menus, footer and dialogs. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useArrival();
  const { pathname } = useLocation();
  const isFeed = pathname === paths.feed();
  const isCaptionsEditor = useMatch(PAGES.captions) !== null;
  const hasUpload = !isFeed && !isCaptionsEditor;
  // nothing is waited for where it is known that there is no network
  const startUp = useLate(loadStartUp, pathname !== paths.offline());
  // its first video comes before the shell's own extras
  useEffect(() => (isFeed ? holdIdle() : undefined), [isFeed]);
  return (
    <div className={classes('flex min-h-dvh flex-col print:block print:min-h-0', isFeed && 'feed-page')}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent px-4 py-3 font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t`Skip to content`}
      </a>
      <TitleAnnouncer />
      <Header />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-3.5rem)] flex-1 outline-none print:min-h-0"
      >
        <CardMenuContext value={drawCardMenu}>{children}</CardMenuContext>
      </main>
      <Footer />
      <TabBar hasUpload={hasUpload} />
      {hasUpload && <UploadButton />}
      {/* as dark as the feed below them */}
      <div className={classes('contents', isFeed && 'on-stage')}>
        {startUp}
        <Hosts />
        <UploadHost />
        <SharedVideo />
        <ShareHost />
        <ReauthenticationHost />
      </div>
    </div>
  );
}
