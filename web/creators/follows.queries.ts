import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { creators, type FollowState } from '#contract/creators/creators.ts';
import { tags } from '#contract/tags/tags.ts';
import { videos, type Category } from '#contract/videos/videos.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { useMe } from '#web/app/session/me.ts';

const followsQuery = queryOptions({ queryKey: ['follows'], queryFn: () => call(creators.followed) });

/** The creators, categories and tags that a member follows. */
export function useFollows() {
  const { signedIn } = useMe();
  return useQuery({ ...followsQuery, enabled: signedIn });
}

const PAGE = 24;

/** Videos of the creators, categories and tags that a member follows, newest first. */
export function useFollowedVideos() {
  const { signedIn } = useMe();
  return useInfiniteQuery({
    ...listOptions(['follows', 'videos'], (cursor) =>
      callPage(videos.list, { query: { following: 'true', limit: String(PAGE), cursor } }),
    ),
    enabled: signedIn,
  });
}

/** The followed lists, and the creator's number of followers. */
const CHANGED = [['follows'], ['creators']] as const;

export const useFollowCreator = (username: string) =>
  useChange(
    (following: boolean): Promise<FollowState> =>
      call(following ? creators.follow : creators.unfollow, { params: { username } }),
    { refetch: CHANGED, awaits: false, failed: () => t`Failed to save` },
  );

export const useFollowCategory = (category: Category) =>
  useChange(
    (following: boolean) =>
      call(following ? creators.followCategory : creators.unfollowCategory, { params: { category } }),
    { refetch: CHANGED, awaits: false, failed: () => t`Failed to save` },
  );

export const useFollowTag = (tag: string) =>
  useChange((following: boolean) => call(following ? tags.follow : tags.unfollow, { params: { tag } }), {
    refetch: CHANGED,
    awaits: false,
    failed: () => t`Failed to save`,
  });
