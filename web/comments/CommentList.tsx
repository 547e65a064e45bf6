import { Heart, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { Time } from '#web/ui/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx';
import { useComments, useLikeComment } from './comments.queries.ts';

/** A video's comments, newest first, with their loading, empty and error states. */
export function CommentList({ videoId, likedIds }: { videoId: number; likedIds: readonly number[] }) {
  const list = useComments(videoId);
  if (!list.data && list.error)
    return (
      <ErrorState
        className="py-8"
        title="Failed to fetch comments"
        onRetry={() => {
          void list.refetch();
        }}
      />
    );
  if (!list.data)
    return (
      <div role="status" aria-label="Loading comments" className="space-y-5">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} className="h-16" />
        ))}
      </div>
    );
  if (list.data.length === 0)
    return (
      <EmptyState
        className="py-8"
        icon={<MessageCircle />}
        title="No comments yet"
        text="Say what you think. Somebody has to be the first."
      />
    );
  return (
    <>
      <ul className="space-y-6">
        {list.data.map((comment) => (
          <li key={comment.id}>
            <Row comment={comment} likedBefore={likedIds.includes(comment.id)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="mt-6 w-full"
          pending={list.isFetchingNextPage}
          onClick={() => {
            void list.fetchNextPage();
          }}
        >
          Show more comments
        </Button>
      )}
    </>
  );
}

function Row({ comment, likedBefore }: { comment: Comment; likedBefore: boolean }) {
  return (
    <article className="flex gap-3">
      <Avatar src={comment.authorAvatar} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="max-w-full truncate font-semibold">
            {comment.authorDisplayName ?? comment.authorUsername}
          </span>
          {comment.isGuest && <Badge className="px-2 py-0.5">Guest</Badge>}
          <Time at={comment.createdAt} className="text-ink-soft" />
        </p>
        <p className="prose-width mt-0.5 break-words whitespace-pre-line">{comment.text}</p>
      </div>
      <CommentLike comment={comment} likedBefore={likedBefore} />
    </article>
  );
}

function CommentLike({ comment, likedBefore }: { comment: Comment; likedBefore: boolean }) {
  const like = useLikeComment(comment.videoId, comment.id);
  const [flipped, setFlipped] = useState<boolean | null>(null);
  const liked = flipped ?? likedBefore;
  const press = (): void => {
    setFlipped(!liked);
    like.mutate(undefined, { onSuccess: (answer) => setFlipped(answer.liked) });
  };
  return (
    <button
      type="button"
      aria-label="Like"
      aria-pressed={liked}
      disabled={like.isPending}
      onClick={press}
      className={classes(
        '-mt-1 flex h-10 min-w-10 shrink-0 items-center justify-center gap-1.5 self-start rounded-pill px-2 text-sm transition duration-150 hover:bg-raised active:scale-95',
        liked ? 'text-accent-text' : 'text-ink-soft',
      )}
    >
      <Heart
        aria-hidden="true"
        className={classes('size-4.5', liked && 'animate-pop fill-accent stroke-accent')}
      />
      <span className="numbers">{formatCompact(like.data?.likes ?? comment.likes)}</span>
    </button>
  );
}
