import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { creators, type FollowState } from '#contract/creators/creators.ts';
import { tags } from '#contract/tags/tags.ts';
import { videos, type Category } from '#contract/videos/videos.ts';
import { call, callPage, errorMessage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { useMe } from '#web/app/session/me.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

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

/** Updates the followed lists, and the creator's number of followers. */
function useAfterFollow() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['follows'] });
    void client.invalidateQueries({ queryKey: ['creators'] });
  };
}

const showError = (error: Error): void =>
  toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) });

export function useFollowCreator(username: string) {
  return useMutation({
    mutationFn: (following: boolean): Promise<FollowState> =>
      call(following ? creators.follow : creators.unfollow, { params: { username } }),
    onSuccess: useAfterFollow(),
    onError: showError,
  });
}

export function useFollowCategory(category: Category) {
  return useMutation({
    mutationFn: (following: boolean) =>
      call(following ? creators.followCategory : creators.unfollowCategory, { params: { category } }),
    onSuccess: useAfterFollow(),
    onError: showError,
  });
}

export function useFollowTag(tag: string) {
  return useMutation({
    mutationFn: (following: boolean) => call(following ? tags.follow : tags.unfollow, { params: { tag } }),
    onSuccess: useAfterFollow(),
    onError: showError,
  });
}
