import { tags } from '#contract/tags/tags.ts';
import { readTag } from '#contract/tags/tag.ts';
import { msg } from '#contract/text/message.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { getFilteredViewer } from '#server/app/http/callers/sessions.ts';
import { changeTag } from './changes.actions.ts';
import { listAllTags, readTagForAdmins } from './changes.store.ts';
import { findTag, followTag, listTags, unfollowTag } from './tags.store.ts';

const TAGS: CacheTag[] = ['videos', 'community'];

const noTag = () => fail(404, 'NOT_FOUND', 'Tag not found');

export const tagsRoutes: Routes = (route) => {
  route.cached(tags.list, TAGS, async ({ ctx, query: { q }, user, address }) => {
    if (address) ctx.rateLimits.require('suggest', addressGroup(address));
    const prefix = q === null ? '' : readTag(q);
    return prefix === null ? [] : listTags(ctx.db, { prefix, filteredViewer: getFilteredViewer(user) });
  });

  route.cached(
    tags.get,
    TAGS,
    async ({ ctx, params, user }) => {
      const name = readTag(params.tag);
      const found = name && (await findTag(ctx.db, name, user, getFilteredViewer(user)));
      if (!found) throw noTag();
      if (found.tag !== params.tag) {
        const location = `/api/tags/${encodeURIComponent(found.tag)}`;
        throw fail(301, 'MOVED', msg`This tag is now ${found.tag}.`, { location });
      }
      return found;
    },
    { membersLive: true },
  );

  route(tags.follow, async ({ ctx, params, user, caller }) => {
    ctx.rateLimits.require('follow', String(user.id));
    ctx.rateLimits.require('follow-address', addressGroup(caller.address));
    const name = readTag(params.tag);
    const found = name && (await findTag(ctx.db, name, user, getFilteredViewer(user)));
    if (!found) throw noTag();
    if ((await followTag(ctx.db, user.id, found.tag)) === 'full')
      throw fail(409, 'TOO_MANY', "You've reached the limit of tags you can follow.");
  });

  route(tags.unfollow, async ({ ctx, params, user, caller }) => {
    ctx.rateLimits.require('follow', String(user.id));
    ctx.rateLimits.require('follow-address', addressGroup(caller.address));
    const name = readTag(params.tag);
    if (name) await unfollowTag(ctx.db, user.id, name);
  });

  route(tags.adminList, async ({ ctx, query }) => {
    const prefix = query.q === null ? '' : readTag(query.q);
    return prefix === null ? [] : listAllTags(ctx.db, { ...query, prefix });
  });

  const change = async ({ ctx, params, body, user }: Call<typeof tags.change>) => {
    const changed = await changeTag(ctx, user, readTag(params.tag) ?? '', body);
    if (!changed) throw noTag();
    return changed;
  };
  route(tags.change, change, async ({ ctx, params }) => {
    const found = await readTagForAdmins(ctx.db, readTag(params.tag) ?? '');
    if (!found || found.movedTo !== null) throw noTag();
    return true;
  });
};
