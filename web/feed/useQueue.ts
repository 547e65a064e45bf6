import { startTransition, useEffect, useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { FeedAddress } from '#contract/videos/feed-address.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { useStore } from '#web/ui/store.ts';
import type { FeedItemProps, Written } from './FeedVideo.tsx';
import { firstPageQuery, firstOf, firstOnPhones } from './feed.queries.ts';
import type { FeedState, Queue } from './queue.ts';

/** The videos of the queue; until it has its first one, what the server wrote for everybody. */
export function useQueue(queue: Queue, address: FeedAddress): FeedState & { written?: FeedItemProps[] } {
  const state = useStore(queue);
  const client = useQueryClient();
  const isOwn = useHydrated();
  const [written, setWritten] = useState(() => (isOwn ? null : writtenState(client, address)));
  const isReady = state.items.length > 0 || state.status !== 'loading';
  useEffect(() => {
    // in small pieces, as the page was taken over
    if (isReady) startTransition(() => setWritten(null));
  }, [isReady]);
  return written ?? state;
}

function writtenState(
  client: QueryClient,
  address: FeedAddress,
): (FeedState & { written: FeedItemProps[] }) | null {
  const page = client.getQueryData(firstPageQuery(address).queryKey);
  const video = page ? firstOf(page, address.start) : undefined;
  if (!video) return null;
  const onPhones = firstOnPhones(client, address, video);
  const written = onPhones
    ? [writtenFor('for-wide', video), writtenFor('for-phones', onPhones)]
    : [writtenFor(address.start === null ? 'for-newcomers' : 'for-all', video)];
  return { items: [{ video, reason: 'order' }], status: 'loading', isStartTrimmed: false, written };
}

const writtenFor = (written: Written, video: Video): FeedItemProps => ({
  video,
  at: 0,
  count: -1,
  role: 'shown',
  mayLoad: false,
  isAgain: false,
  isFirst: true,
  written,
});
