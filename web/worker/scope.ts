/** What of a service worker's global scope is used here: its types and those of pages can't be loaded together. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable & Event) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & MessageEvent<unknown>) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

export const worker = globalThis as unknown as WorkerScope;
