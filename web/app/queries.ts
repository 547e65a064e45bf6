import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { ApiError } from './client/call.ts';
import { RefreshingClient } from './client/refreshing-client.ts';
import { watchToken } from './session/session.ts';

/** What a query holds: the first part of its key. A change in one room refreshes what another shows by this word. */
type Snapshot =
  | 'admin'
  | 'blocks'
  | 'captions'
  | 'cart'
  | 'comments'
  | 'config'
  | 'creators'
  | 'exports'
  | 'follows'
  | 'imports'
  | 'inbox'
  | 'likes'
  | 'me'
  | 'mentions'
  | 'moderation'
  | 'my-comments'
  | 'my-posts'
  | 'notification-ways'
  | 'notifications'
  | 'order'
  | 'orders'
  | 'people'
  | 'playlists'
  | 'keys'
  | 'archives'
  | 'webhooks'
  | 'posts'
  | 'product'
  | 'products'
  | 'replies'
  | 'push-state'
  | 'search'
  | 'sessions'
  | 'sign-up-requests'
  | 'passkeys'
  | 'second-step'
  | 'security-events'
  | 'invitations'
  | 'step-roles'
  | 'settings'
  | 'statistics'
  | 'submissions'
  | 'trending'
  | 'unsubscribe'
  | 'upgrade-requests'
  | 'video'
  | 'videos';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [held: Snapshot, ...which: unknown[]];
  }
}

/** How long what was answered is shown without asking again. */
export const STALE_MS = 30_000;

/** As `staleTime` of a thing: that guests find none came with the page, and who is signed in may see it yet. */
export const staleUntilFound = ({ state }: { state: { data?: unknown } }): number =>
  state.data === null ? 0 : STALE_MS;

/** What the caller did wrong doesn't get better by asking again. */
function retry(failures: number, error: Error): boolean {
  return !(error instanceof ApiError && error.status < 500) && failures < 2;
}

/** Half a second, then a second: a hiccup is bridged, and trouble is told before anybody wonders. */
const retryDelay = (failures: number): number => 500 * 2 ** failures;

export const queryClient = new RefreshingClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry, retryDelay, refetchOnWindowFocus: false } },
});

/** Said to everybody alike, or nearly so: it may stand until it is asked for again. */
const FOR_EVERYBODY: ReadonlySet<Snapshot> = new Set(['config', 'creators', 'search', 'trending', 'videos']);

/**
 * As `staleTime` of what `differs` for some people: what came with the page is everybody's, and is asked for again for them.
 */
export const staleWhere =
  (differs: () => boolean) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt <= writtenUntil && differs() ? 0 : STALE_MS;

let writtenUntil = 0;

/** Takes over what the server rendered the page from, for everybody: none of it is asked for again. */
export function takeWritten(written: DehydratedState): void {
  writtenUntil = Date.now();
  for (const { state } of written.queries) state.dataUpdatedAt = writtenUntil;
  hydrate(queryClient, written);
}

// With the token everything goes that was answered to it, at once. Then the screen follows: what only members see goes,
// and asks no more; and what still stands there is asked for.
watchToken(() => {
  for (const query of queryClient.getQueryCache().getAll())
    if (!FOR_EVERYBODY.has(query.queryKey[0]) && query.state.dataUpdatedAt > writtenUntil) query.reset();
  // asked with the token before
  const before = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  setTimeout(() => {
    void queryClient.invalidateQueries({ predicate: (query) => before.includes(query) });
    void queryClient.invalidateQueries({}, { cancelRefetch: false });
  });
});
