/** Keys of the orders this browser placed: who holds one may read that order. The newest 50 are kept. */
const STORED = 'orderKeys';
const KEPT = 50;

function readKeys(): [id: number, key: string][] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(parsed)
      ? parsed.filter((pair): pair is [number, string] => Array.isArray(pair) && typeof pair[1] === 'string')
      : [];
  } catch {
    return [];
  }
}

export function keepOrderKey(id: number, key: string): void {
  try {
    localStorage.setItem(
      STORED,
      JSON.stringify([[id, key], ...readKeys().filter(([other]) => other !== id)].slice(0, KEPT)),
    );
  } catch {
    // without storage the mail's link is the way back
  }
}

export function orderKeyOf(id: number): string | null {
  return readKeys().find(([other]) => other === id)?.[1] ?? null;
}
