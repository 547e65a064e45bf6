import { captionReview } from '#contract/captions/review.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { trackName } from './captions.actions.ts';
import { rejectTrack } from './review.actions.ts';
import { listWaiting } from './review.store.ts';

/** Review of pending captions by admins; they approve a track by publishing it. */
export const reviewRoutes: Routes = (route) => {
  route(captionReview.waiting, ({ ctx }) => listWaiting(ctx.db));

  route(captionReview.reject, async ({ ctx, params, query, user }) =>
    rejectTrack(ctx, user, trackName(params.id, params.language, query.kind)),
  );
};
