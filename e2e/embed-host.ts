import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another origin that shows players, and notes what they tell. */
export async function startHost(
  site: string,
  addresses: string[],
): Promise<{ url: string; close: () => void }> {
  const frames = addresses.map(
    (address) =>
      `<iframe src="${site}${address}" width="640" height="360" allow="autoplay; fullscreen"></iframe>`,
  );
  const html = `<!doctype html><title>Elsewhere</title>${frames.join('')}<script>
    window.told = [];
    addEventListener('message', ({ origin, data }) => {
      if (origin === ${JSON.stringify(site)}) told.push(data);
    });
  </script>`;
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // by another name than the site: cookies tell sites apart, not ports
  const name = new URL(site).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return { url: `http://${name}:${port}`, close: () => server.close() };
}
