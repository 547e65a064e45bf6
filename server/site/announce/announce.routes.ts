import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { indexNowKey } from './announce.jobs.ts';
import { indexNowOf } from './announce.rules.ts';

/** The key file that proves to search engines that the site itself sends the notifications. */
export const announceRoutes: Routes = (route) => {
  let known: Promise<string> | null = null;
  route.app.get<{ Params: { file: string } }>('/indexnow-:file', async (request, reply) => {
    const ctx = route.ctx();
    const key = indexNowOf(ctx) === null ? null : await (known ??= indexNowKey(ctx));
    if (`indexnow-${request.params.file}` !== `${key}.txt`) throw notFound('This page');
    return reply.type('text/plain; charset=utf-8').send(key);
  });
};
