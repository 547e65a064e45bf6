import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { StoredResponse } from '#server/app/http/caching/response-cache.ts';
import { sendFile, type SendOptions } from '#server/app/http/files/send-file.ts';
import { findOpenFolders } from './videos.store.ts';

/** Folders with public files; a video's files require the video to be public, others ask their slice. */
const OPEN_FOLDERS = new Set(['avatars', 'products', 'external', 'brand']);

export const mediaRoutes: Routes = (route) => {
  const accel = route.settings.MEDIA_ACCEL;
  const config = { readableAnywhere: true } as const;
  route.app.get<{ Params: { '*': string }; Querystring: { download?: unknown } }>(
    '/media/*',
    { config },
    async (request, reply) => {
      const ctx = route.ctx();
      const path = request.params['*'];
      const saveAs = request.query.download === undefined ? undefined : fileNameOf(path);
      const [, token, signedKey] = /^signed\/([^/]+)\/(.+)$/.exec(path) ?? [];
      if (token && signedKey) {
        const key = isKey(signedKey) && (await ctx.signedUrls.opens(token, signedKey)) ? signedKey : null;
        return send(request, reply, { storage: ctx.storage, key, cache: 'private', accel, saveAs });
      }
      const permit = isKey(path) ? await findPermit(ctx, path) : null;
      await send(request, reply, {
        storage: ctx.storage,
        key: permit && path,
        cache: 'public',
        accel,
        saveAs,
      });
      if (accel && permit && permit !== 'always')
        route.fast.cacheRedirect(request.raw, permit, reply.getHeaders());
      return reply;
    },
  );
};

/** What a downloaded video is called: `video-7.mp4`. */
export const fileNameOf = (path: string): string | undefined => {
  const [, id] = /videos\/(\d+)\/(?:[\w.-]+\/)+[\w.-]+\.mp4$/.exec(path) ?? [];
  return id && `video-${id}.mp4`;
};

const isKey = (path: string) => /^[\w-][\w.-]*(\/[\w-][\w.-]*){1,6}$/.test(path);

/** The public permission for a file, valid as long as its cache entry; null: not public. */
async function findPermit(ctx: Context, key: string): Promise<StoredResponse | 'always' | null> {
  const [root = '', id = '', folder = ''] = key.split('/');
  if (OPEN_FOLDERS.has(root)) return 'always';
  const guarded = Object.hasOwn(ctx.guardedMedia, root) ? ctx.guardedMedia[root] : undefined;
  if (guarded) {
    const cached = await ctx.cache.get(`media ${root}/${id}`, [guarded.tag], async () => ({
      body: (await guarded.isPublic(ctx.db, `${root}/${id}`)) ? 'public' : '',
      headers: {},
    }));
    return cached.body.length > 0 ? cached : null;
  }
  if (root !== 'videos' || !/^[1-9]\d{0,15}$/.test(id)) return null;
  // any change to a video drops this tag, so that an unapproved one disappears at once
  const answer = await ctx.cache.get(`media ${id}`, ['videos'], async () => ({
    body: (await findOpenFolders(ctx.db, Number(id))).join('/'),
    headers: {},
  }));
  return folder !== '' && answer.body.toString().split('/').includes(folder) ? answer : null;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, ...options }: Omit<SendOptions, 'key'> & { key: string | null },
) {
  if (key === null || !(await sendFile(request, reply, { ...options, key }))) throw notFound('This file');
  return reply;
}
