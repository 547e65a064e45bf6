import type { Storage } from '#server/adapters/storage/storage.ts';

/**
 * Runs `work` for each item of a batch, even if others fail. The first failure is thrown at the end, so that
 * the queue retries. Ends early if the job is aborted.
 */
export async function runEach<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    await work(item).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Removes files, and folders with all that is in them. */
export async function removeAll(
  storage: Storage,
  { keys, prefixes = [] }: { keys: string[]; prefixes?: string[] },
  signal: AbortSignal,
): Promise<void> {
  const removals = [
    ...prefixes.map((prefix) => () => storage.removePrefix(prefix)),
    ...keys.map((key) => () => storage.remove(key)),
  ];
  await runEach(removals, signal, (remove) => remove());
}
