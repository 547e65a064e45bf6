import { Heart, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Comment } from '#contract/comments.ts';
import { useMe } from '#web/app/me.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { confirm } from '#web/ui/confirm.ts';
import { formatCompact } from '#web/ui/format.ts';
import { Time } from '#web/ui/Numbers.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { UNDER_WAY, useComments, useDeleteComment, useLikeComment } from './comments.queries.ts';

interface CommentListProps {
  videoId: number;
  likedIds: readonly number[];
  /** A time in a comment was pressed. */
  onTime: (seconds: number) => void;
  /** What else can be done with somebody else's comment. */
  more: (comment: Comment) => ReactNode;
}

/** A video's comments, newest first, with their loading, empty and error states. */
export function CommentList({ videoId, likedIds, onTime, more }: CommentListProps) {
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
            <Row comment={comment} likedBefore={likedIds.includes(comment.id)} onTime={onTime} more={more} />
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
          Load more
        </Button>
      )}
    </>
  );
}

function Row({
  comment,
  likedBefore,
  onTime,
  more,
}: { comment: Comment; likedBefore: boolean } & Pick<CommentListProps, 'onTime' | 'more'>) {
  const { me } = useMe();
  const waiting = comment.id === UNDER_WAY;
  const mine = !comment.isGuest && me?.username === comment.authorUsername;
  return (
    <article className={classes('flex gap-3', waiting && 'opacity-60')} aria-busy={waiting || undefined}>
      <Avatar src={comment.authorAvatar} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="max-w-full truncate font-semibold">
            {comment.authorDisplayName ?? comment.authorUsername}
          </span>
          {comment.isGuest && <Badge className="px-2 py-0.5">Guest</Badge>}
          {waiting ? (
            <span className="text-ink-soft">Posting…</span>
          ) : (
            <Time at={comment.createdAt} className="text-ink-soft" />
          )}
          {comment.held && <Badge className="px-2 py-0.5">Waits for a moderator</Badge>}
        </p>
        <p className="prose-width mt-0.5 break-words whitespace-pre-line [overflow-wrap:anywhere]">
          <RichText text={comment.text} onTime={onTime} />
        </p>
      </div>
      {!waiting && (
        <div className="-mt-1 flex shrink-0 items-start">
          {(mine || me?.role === 'GLOBAL_ADMIN') && <DeleteButton comment={comment} />}
          {!mine && more(comment)}
          <CommentLike comment={comment} likedBefore={likedBefore} />
        </div>
      )}
    </article>
  );
}

function DeleteButton({ comment }: { comment: Comment }) {
  const remove = useDeleteComment(comment.videoId);
  const press = async (): Promise<void> => {
    if (!(await confirm({ title: 'Delete this comment?', action: 'Delete', danger: true }))) return;
    remove.mutate(comment.id, {
      onError: (error) => toast('Failed to delete comment', { kind: 'bad', text: error.message }),
    });
  };
  return (
    <IconButton
      small
      label="Delete comment"
      className="text-ink-soft"
      disabled={remove.isPending}
      onClick={() => void press()}
    >
      <Trash2 />
    </IconButton>
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
        'flex h-9 min-w-10 shrink-0 items-center justify-center gap-1.5 self-start rounded-pill px-2 text-sm transition duration-150 hover:bg-raised active:scale-95',
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
