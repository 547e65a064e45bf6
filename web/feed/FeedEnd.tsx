import { t } from '@lingui/core/macro';
import { Clapperboard, CloudOff, PartyPopper } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FeedSource } from '#contract/videos/feed-address.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { useFeedControl } from './feed.context.ts';

/** Behind the last video: that more can't be had, or that this was all. */
export function FeedEnd({
  status,
  isEmpty,
  source,
  onRetry,
}: {
  status: 'failed' | 'end';
  isEmpty: boolean;
  source: FeedSource;
  onRetry: () => void;
}) {
  const { parts } = useFeedControl();
  if (status === 'failed')
    return (
      <Screen isAlert>
        <EmptyState
          icon={<CloudOff />}
          title={navigator.onLine ? t`Failed to fetch videos` : t`You’re offline`}
          text={t`You can still watch the videos above. Try again to load more.`}
          action={<Button onClick={onRetry}>{t`Try Again`}</Button>}
        />
      </Screen>
    );
  return (
    <Screen>
      <EmptyState
        icon={isEmpty ? <Clapperboard /> : <PartyPopper />}
        title={isEmpty ? t`No videos here yet` : t`You’re all caught up`}
        text={
          isEmpty
            ? source.following
              ? t`Follow creators to see their videos here.`
              : t`Check back later for new videos.`
            : t`You’ve reached the end. Check back later for new videos.`
        }
        action={parts.onward(source, isEmpty)}
      />
    </Screen>
  );
}

function Screen({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className="feed-end grid h-full snap-start snap-always place-items-center"
    >
      {children}
    </div>
  );
}
