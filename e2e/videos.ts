import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { makeVideo } from '#server/testing/video-files.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { expect, type Person, type Site } from './fixture.ts';
import { within } from './slow.ts';

const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

let small: Promise<string> | undefined;

/** The path of a video of one second, too small for a ladder: for uploads that need no encoding. */
export function smallVideo(): Promise<string> {
  small ??= mkdtemp(join(tmpdir(), 'lll-small-')).then((dir) => makeVideo(dir, 'clip.mp4', { seconds: 1 }));
  return small;
}

/** A video of eight seconds. */
let whole: Promise<string> | undefined;
const longVideo = () =>
  (whole ??= mkdtemp(join(tmpdir(), 'lll-long-')).then((dir) => makeVideo(dir, 'clip.mp4', { seconds: 8 })));

/** Uploads a video of eight seconds, by default too small for a ladder; returns its id. */
export async function uploadVideo(
  request: APIRequestContext,
  site: Site,
  creator: Person,
  title: string,
  path?: string,
): Promise<number> {
  const uploaded = await request.post(`${site.url}/api/submissions/upload`, {
    headers: bearer(creator),
    multipart: {
      title,
      category: 'Lifestyle',
      file: {
        name: 'clip.mp4',
        mimeType: 'video/mp4',
        buffer: await readFile(path ?? (await longVideo())),
      },
    },
  });
  expect(uploaded.status()).toBe(201);
  const { id } = await bodyOf(uploaded, WithId);
  return id;
}

/** Uploads a video and approves it; its id once it is public. */
export async function publishVideo(
  request: APIRequestContext,
  site: Site,
  title: string,
  path?: string,
): Promise<number> {
  const id = await uploadVideo(request, site, await site.signUp('CONTENT_CREATOR'), title, path);
  const admin = await site.signUp('GLOBAL_ADMIN');
  await request.post(`${site.url}/api/submissions/${id}/approve`, { headers: bearer(admin) });
  await expect
    .poll(async () => (await request.get(`${site.url}/api/videos/${id}`)).status(), {
      timeout: within(45_000),
      intervals: [250],
    })
    .toBe(200);
  return id;
}

const published = new Map<string, Promise<number>>();

/** A public video with its ladder and its stills for winding; the same one for all journeys on a site. */
export function publishedVideo(request: APIRequestContext, site: Site, title: string): Promise<number> {
  const key = `${site.url} ${title}`;
  const pending = published.get(key) ?? publishWhole(request, site, title);
  published.set(key, pending);
  return pending;
}

async function publishWhole(request: APIRequestContext, site: Site, title: string): Promise<number> {
  const id = await publishVideo(request, site, title, 'e2e/media/balloons.mp4');
  const storyboard = async () =>
    (
      await bodyOf(
        request.get(`${site.url}/api/videos/${id}`),
        z.object({ storyboard: z.string().nullable() }),
      )
    ).storyboard;
  await expect.poll(storyboard, { timeout: within(60_000), intervals: [400] }).toMatch(/storyboard\.vtt$/);
  return id;
}
