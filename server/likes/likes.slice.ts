import type { Slice } from '#server/app/slice.ts';
import { likesRoutes } from './likes.routes.ts';
import { joinLikes } from './likes.store.ts';

export const likesSlice: Slice = { routes: [likesRoutes], joinVisitor: joinLikes };
