import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { watchToken } from './session.ts';

/** What the caller did wrong doesn't get better by asking again. */
function retry(failures: number, error: Error): boolean {
  return !(error instanceof ApiError && error.status < 500) && failures < 2;
}

/** Half a second, then a second: a hiccup is bridged, and trouble is told before anybody wonders. */
const retryDelay = (failures: number): number => 500 * 2 ** failures;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry, retryDelay, refetchOnWindowFocus: false } },
});

// Another person's data must not stay on the screen. First the screen follows the token: what only members see goes,
// and asks no more; `me` has the token in its key.
watchToken(() => {
  setTimeout(() => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  });
});
