import { useSyncExternalStore } from 'react';

type Entry = Record<string, unknown> | null;

const listeners = new Set<() => void>();

/** A choice stored in the history entry: going back and reloading restore it. */
export function useEntryState<T extends string | number | null>(
  name: string,
  initial: T,
): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    watch,
    () => ((history.state as Entry)?.[name] as T | undefined) ?? initial,
    // what the server wrote knows no history
    () => initial,
  );
  const choose = (next: T): void => {
    history.replaceState({ ...(history.state as Entry), [name]: next }, '');
    for (const listener of listeners) listener();
  };
  return [value, choose];
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
