import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from './settings.ts';

/** How long a balancer has to see that the health check fails, while every request is still served. */
const NOTICE_MS = 2_000;
/**
 * How long a balancer's kept connections stay open after the port: their next answer says that it is the last, and
 * nginx closes what it didn't use for 1 s by itself. Whoever closes first here may close under a request on its way.
 */
const GRACE_MS = 2_000;
const PATIENCE_MS = 10_000;
const SWEEP_MS = 50;

/** What the HTTP server knows about its own end. */
export interface Lifecycle {
  /** The health check answers 503 from now on; everything else is served as ever. */
  leaving: boolean;
  /** Aborted once the port is closed: whatever never ends by itself (streams) ends, and answers close their connection. */
  readonly stopping: AbortController;
}

/**
 * Ends a server without losing a request: readiness goes first, then the port, then connections as they fall idle.
 * Requests under way get 10 s. Alone (LISTEN=now) nobody watches, and nothing is waited for that isn't under way.
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
  // again and again: a connection with a request under way falls idle later, and what was accepted last has yet to be read
  while (!waiting.signal.aborted && Date.now() < until) {
    await wait(SWEEP_MS);
    server.closeIdleConnections();
  }
  server.closeAllConnections();
  await ended;
}
