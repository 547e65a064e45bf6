import { initialData } from '#web/app/client/initial-data.ts';

/** A whole address, as others are told it. */
export const absolute = (address: string): string =>
  new URL(address, initialData.origin ?? globalThis.location.origin).href;
