import type { Slice } from '#server/app/slice.ts';
import { communityRoutes } from './community.routes.ts';
import { sweepPostPictures } from './post-pictures.jobs.ts';
import { isPicturePublic } from './post-pictures.store.ts';
import { setPosterHidden } from './posts.store.ts';

export const communitySlice: Slice = {
  routes: [communityRoutes],
  jobs: [sweepPostPictures],
  suspendAccount: setPosterHidden,
  media: { posts: { tag: 'community', isPublic: isPicturePublic } },
};
