import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { expect, type Site } from './fixture.ts';

/** Uploads a real clip and approves it; its id once it is public. */
export async function publishClip(request: APIRequestContext, site: Site, title: string): Promise<number> {
  const creator = await site.signUp('CONTENT_CREATOR');
  const admin = await site.signUp('GLOBAL_ADMIN');
  const bearer = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` });
  const uploaded = await request.post(`${site.url}/api/submissions/upload`, {
    headers: bearer(creator),
    multipart: {
      title,
      category: 'Lifestyle',
      file: {
        name: 'clip.mp4',
        mimeType: 'video/mp4',
        buffer: await readFile('sample/clips/balloon-morning.mp4'),
      },
    },
  });
  expect(uploaded.status()).toBe(201);
  const { id } = (await uploaded.json()) as { id: number };
  await request.post(`${site.url}/api/submissions/${id}/approve`, { headers: bearer(admin) });
  await expect
    .poll(async () => (await request.get(`${site.url}/api/videos/${id}`)).status(), { timeout: 45_000 })
    .toBe(200);
  return id;
}

/** As above, once its ladder and its stills for winding are there too. */
export async function publishWhole(request: APIRequestContext, site: Site, title: string): Promise<number> {
  const id = await publishClip(request, site, title);
  const storyboard = async () =>
    ((await (await request.get(`${site.url}/api/videos/${id}`)).json()) as { storyboard: string | null })
      .storyboard;
  await expect.poll(storyboard, { timeout: 60_000 }).toMatch(/storyboard\.vtt$/);
  return id;
}
