import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The site behind a proxy that gives its service worker a version. */
export async function startVersioned(site: string) {
  const state = { version: 1 };
  const server = createServer(({ method, url = '/', headers }, response) => {
    const isWorker = url === '/sw.js';
    const requestHeaders = { ...headers, ...(isWorker && { 'accept-encoding': 'identity' }) };
    const passed = request(new URL(url, site), { method, headers: requestHeaders }, (answer) => {
      if (!isWorker) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      void buffer(answer).then((script) => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
        response.end(`${script.toString()}\n// version ${state.version}\n`);
      });
    });
    passed.on('error', () => response.destroy());
    passed.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
