import { t } from '@lingui/core/macro';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Post } from '#contract/community/community.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import type { ShowVideo } from './PostItem.tsx';
import { PostWithReplies } from './PostWithReplies.tsx';
import { usePosts } from './community.queries.ts';

export function PostList({ showVideo, more }: { showVideo: ShowVideo; more: (post: Post) => ReactNode }) {
  const list = usePosts();
  if (!list.data && list.error)
    return <ErrorState title={t`Failed to load posts`} onRetry={() => void list.refetch()} />;
  if (!list.data)
    return (
      // fills a phone's screen, so that the content below doesn't flash
      <div role="status" aria-label={t`Loading posts`} className="space-y-4">
        {[0, 1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-36" />
        ))}
      </div>
    );
  if (list.data.length === 0)
    return <EmptyState icon={<MessagesSquare />} title={t`No posts yet`} text={t`Be the first to post.`} />;
  return (
    <>
      <ul className="space-y-4">
        {list.data.map((post) => (
          <li key={post.id}>
            <PostWithReplies thread={post} showVideo={showVideo} more={more} />
          </li>
        ))}
      </ul>
      <LoadMore className="mt-6 w-full" list={list} />
    </>
  );
}
