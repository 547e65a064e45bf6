import { likes } from '#contract/likes/likes.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listLiked } from './likes.store.ts';

export const likesRoutes: Routes = (route) => {
  route(likes.mine, async ({ ctx: { db }, caller }) => {
    const person = caller.knownPerson();
    return person ? await listLiked(db, person) : { videos: [], comments: [], posts: [] };
  });
};
