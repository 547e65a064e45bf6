import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { sendFile } from '#server/app/http/send-file.ts';
import { findPublicFolder } from './videos.store.ts';

/** Folders whose files anybody may have; a video's need the video to be public, all others are never served. */
const OPEN_FOLDERS = new Set(['avatars', 'products', 'external']);

export const mediaRoutes: Routes = (route) => {
  route.app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const ctx = route.ctx();
    const path = request.params['*'];
    const [, token, signedKey] = /^signed\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (token && signedKey)
      return send(
        ctx,
        request,
        reply,
        isKey(signedKey) && ctx.signedUrls.opens(token, signedKey) ? signedKey : null,
        'private',
      );
    return send(ctx, request, reply, isKey(path) && (await isPublic(ctx, path)) ? path : null, 'public');
  });
};

const isKey = (path: string) => /^[\w-][\w.-]*(\/[\w-][\w.-]*){1,6}$/.test(path);

async function isPublic(ctx: Context, key: string): Promise<boolean> {
  const [root = '', id = '', folder = ''] = key.split('/');
  if (OPEN_FOLDERS.has(root)) return true;
  if (root !== 'videos' || !/^[1-9]\d{0,15}$/.test(id)) return false;
  // whatever changes a video drops this tag, so that an unapproved one is gone at once
  const { body } = await ctx.cache.get(`media ${id}`, ['videos'], async () => ({
    body: (await findPublicFolder(ctx.db, Number(id))) ?? '',
    headers: {},
  }));
  return folder !== '' && body.toString() === folder;
}

async function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
  cache: 'public' | 'private',
) {
  if (key === null || !(await sendFile(request, reply, { storage: ctx.storage, key, cache })))
    throw notFound('This file');
  return reply;
}
