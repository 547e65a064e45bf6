import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How calls of the API fare: 503 as while starting up, or as they should. */
export type ServerState = 'starting' | 'ready';

export interface LateServer {
  url: string;
  state: ServerState;
  close(): Promise<void>;
}

/** A proxy in front of a site that starts late. Pages and their files are always served at once, as by the real server. */
export async function startLateServer(site: string, state: ServerState): Promise<LateServer> {
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith('/api/')) return pass(site, incoming, outgoing);
    if (late.state === 'ready') return pass(site, incoming, outgoing);
    outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
    outgoing.end('{"error":"The server is starting up.","code":"STARTING_UP"}');
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const late: LateServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return late;
}

function pass(site: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(
    site + (incoming.url ?? '/'),
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
