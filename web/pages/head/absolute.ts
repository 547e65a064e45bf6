import { initialData } from '#web/app/client/initial-data.ts';

/** An absolute address, for external use. */
export const absolute = (address: string): string =>
  new URL(address, initialData.origin ?? globalThis.location.origin).href;
