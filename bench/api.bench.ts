import { compare } from './load.ts';
import { startBare } from './reference.ts';
import type { Result } from './result.ts';
import type { Site } from './site.ts';

/** A public answer against node:http that sends the very same bytes. */
async function benchAnswer(site: Site, name: string, path: string, atLeast?: number): Promise<Result> {
  const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const reference = await startBare(new Uint8Array(await answer.arrayBuffer()));
  try {
    const measured = await compare({ url: site.url + path }, { url: reference.url }, 'requests');
    return {
      name,
      ...measured,
      unit: 'requests/s',
      against: 'node:http, same bytes',
      ...(atLeast === undefined ? {} : { atLeast }),
    };
  } finally {
    await reference.stop();
  }
}

export async function benchApi(site: Site): Promise<Result[]> {
  const list = (await (await fetch(`${site.url}/api/videos?limit=60`)).json()) as { id: number }[];
  const [video] = list;
  if (video === undefined) throw new Error('the site has no videos');
  return [
    await benchAnswer(site, `list of ${list.length}`, '/api/videos?limit=60', 0.4),
    await benchAnswer(site, 'detail', `/api/videos/${video.id}`),
    await benchAnswer(site, 'comments', `/api/videos/${video.id}/comments`, 0.5),
    await benchAnswer(site, 'posts', '/api/community/posts', 0.5),
    await benchAnswer(site, 'home page', '/', 0.5),
  ];
}
