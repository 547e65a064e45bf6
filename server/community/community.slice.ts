import type { Slice } from '#server/app/slice.ts';
import { communityRoutes } from './community.routes.ts';
import { joinPosts } from './posts.store.ts';

export const communitySlice: Slice = { routes: [communityRoutes], joinVisitor: joinPosts };
