import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { ApiError } from './client/call.ts';
import { RefreshingClient } from './client/refreshing-client.ts';
import { getToken, watchToken } from './session/session.ts';

/** What a query contains: the first part of its key. Slices invalidate each other's data by it. */
type Snapshot =
  | 'admin'
  | 'blocks'
  | 'captions'
  | 'cart'
  | 'comments'
  | 'config'
  | 'creators'
  | 'discount-codes'
  | 'exports'
  | 'follows'
  | 'history'
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
  | 'original'
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
  | 'shipping-zones'
  | 'statistics'
  | 'submission'
  | 'submissions'
  | 'tags'
  | 'tax-rates'
  | 'trending'
  | 'unsubscribe'
  | 'upgrade-requests'
  | 'video'
  | 'videos';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [snapshot: Snapshot, ...which: unknown[]];
  }
}

/** How long a response is shown without refetching. */
export const STALE_MS = 30_000;

/** A `staleTime`: a guest's 404 is embedded in the page, but a signed-in person may be able to see it. */
export const staleUntilFound = ({ state }: { state: { data?: unknown } }): number =>
  state.data === null && getToken() !== null ? 0 : STALE_MS;

/** What the caller did wrong doesn't get better by asking again. */
function retry(failures: number, error: Error): boolean {
  return !(error instanceof ApiError && error.status < 500) && failures < 2;
}

/** Half a second, then a second: bridges a hiccup and still reports an outage quickly. */
const retryDelay = (failures: number): number => 500 * 2 ** failures;

export const queryClient = new RefreshingClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry, retryDelay, refetchOnWindowFocus: false } },
});

/** The same for everyone, or nearly: may stay until it is refetched. */
const FOR_EVERYBODY: ReadonlySet<Snapshot> = new Set(['config', 'creators', 'search', 'trending', 'videos']);

/**
 * A `staleTime` for data that `differs` for some people: the page embeds the public version, which is refetched for
 * them.
 */
export const staleWhere =
  (differs: () => boolean) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt <= writtenUntil && differs() ? 0 : STALE_MS;

let writtenUntil = 0;

/** Seeds the cache with the data the server rendered the page from; none of it is refetched. */
export function takeWritten(written: DehydratedState): void {
  writtenUntil = Date.now();
  for (const { state } of written.queries) state.dataUpdatedAt = writtenUntil;
  hydrate(queryClient, written);
}

// Removes at once everything fetched with the old token. Then the screen follows: members' content unmounts and stops
// fetching, and what is still mounted is refetched.
watchToken(() => {
  for (const query of queryClient.getQueryCache().getAll())
    if (!FOR_EVERYBODY.has(query.queryKey[0]) && query.state.dataUpdatedAt > writtenUntil) query.reset();
  // requests sent with the previous token
  const before = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  setTimeout(() => {
    void queryClient.invalidateQueries({ predicate: (query) => before.includes(query) });
    void queryClient.invalidateQueries({}, { cancelRefetch: false });
  });
});
