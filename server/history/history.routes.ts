import { history } from '#contract/history/history.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { guardVideo } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { recordWatched } from './history.actions.ts';
import { clearHistory, listHistory, listProgress, removeFromHistory } from './history.store.ts';

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const historyRoutes: Routes = (route) => {
  const save = async ({ ctx, user, params, body }: Call<typeof history.save>): Promise<void> => {
    ctx.rateLimits.require('progress', String(user.id));
    if (!(await recordWatched(ctx, user, params.id, body.seconds))) throw noVideo();
  };
  route(history.save, save, guardVideo(noVideo));

  route(history.progress, async ({ ctx, user }) => listProgress(ctx.db, user.id));

  route(history.list, async ({ ctx, user, query }) => listHistory(ctx.db, ctx.signedUrls, user, query));

  route(history.clear, async ({ ctx, user }) => clearHistory(ctx.db, user.id));

  route(history.remove, async ({ ctx, user, params }) => {
    if (!(await removeFromHistory(ctx.db, user.id, params.videoId))) throw notFound('This video');
  });
};
