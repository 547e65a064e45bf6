import { personal } from '#web/app/session/personal.ts';
import { readList } from '#web/ui/storage.ts';

/**
 * Keys of the orders placed in this browser: each gives read access to its order. The newest 50 are stored.
 */
const STORED = 'orders';
const MAX_KEYS = 50;

const isPair = (pair: unknown): pair is [id: number, key: string] =>
  Array.isArray(pair) && typeof pair[1] === 'string';

const readKeys = (): [id: number, key: string][] => readList(personal.localStore, STORED, isPair);

export function saveOrderKey(id: number, key: string): void {
  const others = readKeys().filter(([other]) => other !== id);
  personal.localStore.set(STORED, JSON.stringify([[id, key], ...others].slice(0, MAX_KEYS)));
}

/** The orders that this browser can open, the latest first. */
export const listOrderIds = (): number[] => readKeys().map(([id]) => id);

export function orderKeyOf(id: number): string | null {
  return readKeys().find(([other]) => other === id)?.[1] ?? null;
}
