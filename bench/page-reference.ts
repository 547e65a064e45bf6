import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:0 auto;max-width:70rem;padding:1rem}img{display:block;width:100%;height:auto;aspect-ratio:16/9}' +
  'ul{list-style:none;padding:0;display:grid;gap:1rem}';

interface Card {
  title: string;
  thumbnail: string | null;
}

/** The least a page like the home page can be: one file with its styles, the same pictures and a button, no script. */
export async function startReferencePage(site: string): Promise<{ url: string; stop: () => void }> {
  const cards = (await (await fetch(`${site}/api/videos?sort=trending&limit=13`)).json()) as Card[];
  const small = (thumbnail: string): string => thumbnail.replace(/thumb-640\.jpg$/, 'thumb-640.webp');
  const items = cards.map(
    ({ title, thumbnail }, at) =>
      `<li><a href="/">${thumbnail ? `<img src="${small(thumbnail)}" alt=""${at > 1 ? ' loading="lazy"' : ''}>` : ''}${title}</a></li>`,
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>By hand</title><style>${STYLE}</style><h1>By hand</h1><button>Press</button><ul>${items.join('')}</ul>`;
  const body = brotliCompressSync(html);
  const pictures = new Map<string, { body: Buffer; type: string }>();
  const answerPicture = async (address: string, reply: ServerResponse): Promise<void> => {
    let picture = pictures.get(address);
    if (!picture) {
      const answer = await fetch(site + address);
      const type = answer.headers.get('content-type') ?? '';
      picture = { body: Buffer.from(await answer.arrayBuffer()), type };
      pictures.set(address, picture);
    }
    reply.writeHead(200, { 'content-type': picture.type }).end(picture.body);
  };
  const server = createServer(({ url = '/' }, reply) => {
    if (url !== '/') void answerPicture(url, reply);
    else reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
