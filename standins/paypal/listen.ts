import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRequest } from './messages.ts';
import { createPaypal, type Paypal, type PaypalOptions } from './paypal.ts';
import type { Switches } from './switches.ts';

export interface PaypalServer extends Paypal {
  url: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Where webhooks go from now on. */
  notify(url: string | null): void;
  /** Refuses connections, as a provider that is down; `up` takes them again on the same port. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** The stand-in as a separate server on loopback. Besides PayPal's paths: PUT /standin/switches. */
export async function listenAsPaypal(given: Partial<PaypalOptions> = {}): Promise<PaypalServer> {
  const credentials = {
    clientId: 'standin-client',
    clientSecret: 'standin-secret',
    webhookId: '4JH86294D6297924G',
  };
  let url = '';
  let webhookUrl: string | null = null;
  const paypal = createPaypal({ ...credentials, baseUrl: () => url, webhookUrl: () => webhookUrl, ...given });
  let server = createServer((request, response) => void answer(paypal, request, response));
  const listen = (port: number) =>
    new Promise<number>((done) => {
      server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  url = `http://127.0.0.1:${port}`;
  const down = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return {
    ...paypal,
    ...credentials,
    url,
    down,
    close: down,
    notify: (to) => {
      webhookUrl = to;
    },
    async up() {
      server = createServer((request, response) => void answer(paypal, request, response));
      await listen(port);
    },
  };
}

async function answer(paypal: Paypal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const call: ApiRequest = {
    method: request.method ?? 'GET',
    path: (request.url ?? '/').split('?')[0] ?? '/',
    headers: request.headers as ApiRequest['headers'],
    body: Buffer.concat(chunks).toString(),
  };
  if (call.path === '/standin/switches' && call.method === 'PUT') {
    Object.assign(paypal.switches, JSON.parse(call.body) as Partial<Switches>);
    return void response.writeHead(204).end();
  }
  const result = await paypal.handle(call);
  if (result === 'drop') return void request.socket.destroy();
  response.writeHead(result.status, { 'content-type': result.type }).end(result.body);
}
