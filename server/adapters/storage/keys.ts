const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** What lives here for a day, and in no backup. */
export const EXPORTS_FOLDER = 'exports';

export function isKey(key: string): boolean {
  const parts = key.split('/');
  return key.length <= 512 && parts.length <= 8 && parts.every((part) => PART.test(part));
}

/** Keys are built by us from plain names separated by slashes; anything that could escape the store throws. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}
