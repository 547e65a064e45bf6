import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from './settings.ts';

/** How long a balancer has to see that the health check fails, while every request is still served. */
const NOTICE_MS = 2_000;
/**
 * How long a load balancer's idle connections stay open after the port closed: their next response announces the close,
 * and nginx closes idle ones after 1 s. Closing first might cut off a request that is just being sent.
 */
const GRACE_MS = 2_000;
const PATIENCE_MS = 10_000;
const SWEEP_MS = 50;

/** What the HTTP server knows about its own end. */
export interface Lifecycle {
  /** The health check answers 503 from now on; everything else is served as ever. */
  leaving: boolean;
  /** Aborted once the port is closed: endless responses (streams) end, and others close their connection. */
  readonly stopping: AbortController;
}

/**
 * Stops a server without dropping a request: readiness fails first, then the port closes, then idle connections.
 * Requests in progress get 10 s. Without a load balancer (LISTEN=now) it waits only for those.
 */
export async function drain(
  server: Server,
  lifecycle: Lifecycle,
  { LISTEN }: Pick<Settings, 'LISTEN'>,
): Promise<void> {
  const behindBalancer = LISTEN === 'ready' && server.listening;
  lifecycle.leaving = true;
  if (behindBalancer) await delay(NOTICE_MS);
  // right after the event loop accepted what waited at the port: the system resets what is left there
  await new Promise((resolve) => setImmediate(resolve));
  // not the HTTP server's own close(): that ends idle connections at the very moment a balancer may use one
  const ended = new Promise<void>((resolve) => void TcpServer.prototype.close.call(server, () => resolve()));
  lifecycle.stopping.abort();
  const waiting = new AbortController();
  void ended.then(() => waiting.abort());
  const until = Date.now() + PATIENCE_MS;
  const wait = (milliseconds: number) =>
    delay(milliseconds, undefined, { signal: waiting.signal }).catch(() => {});
  if (behindBalancer) await wait(GRACE_MS);
  // repeatedly: connections become idle later, and the last accepted one is yet to be read
  while (!waiting.signal.aborted && Date.now() < until) {
    await wait(SWEEP_MS);
    server.closeIdleConnections();
  }
  server.closeAllConnections();
  await ended;
}
