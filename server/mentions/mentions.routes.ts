import { mentions } from '#contract/mentions/mentions.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { suggestPeople } from './suggest.store.ts';

export const mentionsRoutes: Routes = (route) => {
  route(mentions.suggest, async ({ ctx, query, caller, user }) => {
    ctx.rateLimits.require('suggest', addressGroup(caller.address));
    const { q = '', video = null, post = null } = query;
    return suggestPeople(ctx.db, { q, video, post, caller: user?.id ?? null });
  });
};
