import type { Slice } from '#server/app/slice.ts';
import { communityRoutes } from './community.routes.ts';
import { sweepPostPictures } from './post-pictures.jobs.ts';
import { isPicturePublic } from './post-pictures.store.ts';
import { setPosterHidden } from './posts.store.ts';

export const communitySlice: Slice = {
  routes: [communityRoutes],
  jobs: [sweepPostPictures],
  suspendAccount: (_ctx, trx, userId, suspended) => setPosterHidden(trx, userId, suspended),
  media: { posts: { tag: 'community', isPublic: isPicturePublic } },
};
