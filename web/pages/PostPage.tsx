import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { ArrowLeft, MessageSquareOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Post, PostThread } from '#contract/community/community.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import { DELETED_USER } from '#contract/values.ts';
import { ApiError } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { postQuery, preloadPost, preloadSideLists, usePost } from '#web/community/community.queries.ts';
import { MorePosts } from '#web/community/MorePosts.tsx';
import { isWritten } from '#web/community/PostItem.tsx';
import { PostWithReplies } from '#web/community/PostWithReplies.tsx';
import { BoardColumns } from '#web/community/SideLists.tsx';
import { preloadCreator, useCreator } from '#web/creators/creators.queries.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { preloadShownVideos } from '#web/videos/shown-videos.queries.ts';
import { ShareButton } from '#web/videos/ShareButton.tsx';
import { InlineVideo } from '#web/videos/InlineVideo.tsx';
import { findIn, idIn, type Head, type Loader } from '#web/app/page.ts';
import { MoreAbout } from './menus/MoreAbout.tsx';
import { headOfPost } from './head/heads.ts';

export const loader: Loader = async ({ client, params }) => {
  const id = idIn(params['id']);
  const post = id && (await preloadPost(client, id));
  if (post)
    await Promise.all([
      preloadSideLists(client),
      preloadShownVideos(client, [post, ...post.replies]),
      isWritten(post) && post.authorUsername !== DELETED_USER && preloadCreator(client, post.authorUsername),
    ]);
};

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const post = id === null ? null : findIn(client, postQuery(id));
  if (post && !isWritten(post)) return { title: post.blocked ? t`Blocked` : t`Deleted post` };
  return post
    ? headOfPost(post)
    : { title: post === null ? t`Post not found` : t`Community`, isMissing: post === null };
};

/** One post of the board, at an address of its own. */
export function PostPage() {
  const id = idIn(useParams()['id']);
  const { data: post, error, refetch } = usePost(id);
  if (id === null || post === null || (error instanceof ApiError && error.status < 500))
    return <PostNotFound />;
  if (post && post.threadId !== null) return <Navigate to={paths.reply(post.threadId, post.id)} replace />;
  if (post) return <Found post={post} />;
  if (error) return <ErrorState whole title={t`Failed to load post`} onRetry={() => void refetch()} />;
  return (
    <Board>
      <div role="status" aria-label={t`Loading post`}>
        <Skeleton className="h-36" />
      </div>
    </Board>
  );
}

function Found({ post }: { post: PostThread }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // the server writes one page for all of its replies
  const marked = idIn((useHydrated() && search.get('reply')) || undefined);
  return (
    <Board>
      {isWritten(post) && (
        <h1 className="sr-only">
          <Trans>
            Post by <bdi>{post.authorDisplayName ?? post.authorUsername}</bdi>
          </Trans>
        </h1>
      )}
      <PostWithReplies
        key={`${post.id} ${marked}`}
        thread={post}
        marked={marked}
        showVideo={(id, from) => <InlineVideo id={id} from={from} />}
        share={
          isWritten(post) && <ShareButton shared={{ title: titleOfPost(post), path: paths.post(post.id) }} />
        }
        more={({ id, authorUsername }) => (
          <MoreAbout subjectType="POST" subjectId={id} what="post" username={authorUsername} />
        )}
        onRemoved={() => void navigate(paths.community(), { replace: true })}
      />
      {isWritten(post) && post.authorUsername !== DELETED_USER && <FurtherPosts post={post} />}
    </Board>
  );
}

function FurtherPosts({ post }: { post: Post }) {
  const { data: creator } = useCreator(post.authorUsername);
  if (!creator) return null;
  return (
    <MorePosts
      by={post.authorDisplayName ?? post.authorUsername}
      posts={creator.latestPosts}
      except={post.id}
    />
  );
}

function Board({ children }: { children: ReactNode }) {
  return (
    <div className="wrap pt-6 pb-16">
      <Link
        to={paths.community()}
        className="mb-4 inline-flex min-h-11 items-center gap-2 font-semibold text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        {t`All posts`}
      </Link>
      <BoardColumns>{children}</BoardColumns>
    </div>
  );
}

function PostNotFound() {
  return (
    <EmptyState
      whole
      icon={<MessageSquareOff />}
      title={t`Post not found`}
      text={t`It may have been removed, or you may not have access to it.`}
      action={
        <ButtonLink variant="primary" to={paths.community()}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {t`All posts`}
        </ButtonLink>
      }
    />
  );
}
