import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { RefreshingClient } from './refreshing-client.ts';

const queryClient = new RefreshingClient();
const KEY = ['exports'] as const;
const DONE = Symbol('done');

afterEach(() => queryClient.clear());

/** A list whose responses the test resolves. */
function openList() {
  const calls: ((items: string[]) => void)[] = [];
  const options = {
    queryKey: KEY,
    queryFn: () => new Promise<string[]>((answer) => calls.push(answer)),
  };
  return { calls, options };
}

test('a change during the first fetch of a list fetches it again, and the stale result is not shown', async () => {
  const { calls, options } = openList();
  const observer = new QueryObserver(queryClient, options);
  const shown: unknown[] = [];
  const leave = observer.subscribe(({ data, status, fetchStatus }) =>
    shown.push(data ?? [status, fetchStatus]),
  );
  const waiting = queryClient.fetchQuery(options);
  const refreshed = queryClient.invalidateQueries({ queryKey: KEY });
  expect(calls).toHaveLength(2);
  calls[0]?.(['old']);
  await Promise.resolve();
  calls[1]?.(['old', 'new']);
  await refreshed;
  expect(await waiting).toEqual(['old', 'new']);
  await expect.poll(() => shown.at(-1)).toEqual(['old', 'new']);
  // it never looked idle in between
  expect(shown.filter((each) => JSON.stringify(each) !== '["pending","fetching"]')).toEqual([['old', 'new']]);
  leave();
});

test('when the second fetch fails, the list reports an error', async () => {
  const { options } = openList();
  let calls = 0;
  const observer = new QueryObserver(queryClient, {
    ...options,
    retry: false,
    queryFn: () => (++calls === 1 ? new Promise<string[]>(() => {}) : Promise.reject(new Error('gone'))),
  });
  const leave = observer.subscribe(() => {});
  await queryClient.invalidateQueries({ queryKey: KEY });
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  leave();
});

test('a list that is not on screen is not fetched twice, but is fetched again when opened', async () => {
  const { calls, options } = openList();
  const fetched = queryClient.fetchQuery(options);
  await queryClient.invalidateQueries({ queryKey: KEY });
  calls[0]?.(['old']);
  expect(await fetched).toEqual(['old']);
  await expect.poll(() => queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  expect(calls).toHaveLength(1);
});

test('an invalidation without a second fetch waits for the first', async () => {
  const { calls, options } = openList();
  const leave = new QueryObserver(queryClient, options).subscribe(() => {});
  const refreshed = queryClient
    .invalidateQueries({ queryKey: KEY }, { cancelRefetch: false })
    .then(() => DONE);
  calls[0]?.(['first']);
  expect(await refreshed).toBe(DONE);
  expect(calls).toHaveLength(1);
  expect(queryClient.getQueryData(KEY)).toEqual(['first']);
  leave();
});
