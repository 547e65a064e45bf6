import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Host {
  url: string;
  close: () => void;
}

/** A page of another origin that embeds players, and records their messages. */
export function startHost(site: string, addresses: string[]): Promise<Host> {
  const frames = addresses.map(
    (address) =>
      `<iframe src="${site}${address}" width="640" height="360" allow="autoplay; fullscreen"></iframe>`,
  );
  return serve(
    site,
    `<!doctype html><title>Elsewhere</title>${frames.join('')}<script>
    window.messages = [];
    addEventListener('message', ({ origin, data }) => {
      if (origin === ${JSON.stringify(site)}) messages.push(data);
    });
  </script>`,
  );
}

/** The example of docs/embedding.md, unchanged, for a video of this site. */
export async function startExample(site: string, id: number): Promise<Host> {
  const text = await readFile(new URL('../docs/embedding.md', import.meta.url), 'utf8');
  const [, example = ''] = /```html\n(<iframe id="clip"[^]*?)```/.exec(text) ?? [];
  const own = example.replaceAll('https://clips.example.org', site).replace('/embed/12', `/embed/${id}`);
  return serve(site, `<!doctype html><title>Example</title>${own}`);
}

async function serve(site: string, html: string): Promise<Host> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // under another host name than the site: cookies are separated by host, not port
  const name = new URL(site).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return { url: `http://${name}:${port}`, close: () => server.close() };
}
