import { EyeOff, MessageCircle, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Comment } from '#contract/comments.ts';
import { wordsOf } from '#web/app/call.ts';
import { canModerate } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/me.ts';
import { listOwn } from '#web/app/own.ts';
import { backend } from '#web/app/backend.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { RichText } from '#web/ui/lists/RichText.tsx';
import { EmptyState, ErrorState } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { CommentsLoading } from './CommentsLoading.tsx';
import {
  UNDER_WAY,
  commentSort,
  placeOf,
  useComments,
  useDeleteComment,
  useLikeComment,
} from './comments.queries.ts';
import type { CommentSort } from './comments.queries.ts';
import { useStore } from '#web/ui/store.ts';

interface CommentListProps {
  videoId: number;
  likedIds: readonly number[];
  /** A time in a comment was pressed. */
  onTime: (seconds: number) => void;
  /** The video's seconds, 0 if unknown: times past its end are only words. */
  duration: number;
  /** What else can be done with somebody else's comment. */
  more: (comment: Comment) => ReactNode;
}

/** A video's comments, newest or most liked first, with their loading, empty and error states. */
export function CommentList({ videoId, likedIds, onTime, duration, more }: CommentListProps) {
  const sort = useStore(commentSort);
  const list = useComments(videoId, sort);
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
  if (!list.data) return <CommentsLoading />;
  if (list.data.length === 0)
    return (
      <EmptyState
        className="py-8"
        icon={<MessageCircle />}
        title="No comments yet"
        text="Say what you think: somebody has to go first."
      />
    );
  return (
    <div>
      {list.data.length > 1 && <SortChoice sort={sort} />}
      <ul className="space-y-4">
        {list.data.map((comment) => (
          <li key={comment.id}>
            <Row
              comment={comment}
              likedBefore={likedIds.includes(comment.id)}
              onTime={onTime}
              duration={duration}
              more={more}
            />
          </li>
        ))}
      </ul>
      <LoadMore className="mt-6 w-full" list={list} />
    </div>
  );
}

const SORTS = [
  ['top', 'Top'],
  ['new', 'Newest'],
] as const;

function SortChoice({ sort }: { sort: CommentSort }) {
  return (
    <div role="group" aria-label="Sort comments" className="-mt-2 mb-2 -ml-2 flex">
      {SORTS.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={sort === value}
          onClick={() => commentSort.set(value)}
          className={classes(
            'h-9 rounded-control px-2 text-sm font-semibold',
            sort === value ? 'text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Row({
  comment,
  likedBefore,
  onTime,
  duration,
  more,
}: { comment: Comment; likedBefore: boolean } & Pick<CommentListProps, 'onTime' | 'duration' | 'more'>) {
  const { me } = useMe();
  const waiting = comment.id === UNDER_WAY;
  const hydrated = useHydrated();
  const mine = comment.isGuest
    ? hydrated && listOwn(placeOf(comment.videoId)).includes(comment.id)
    : me?.username === comment.authorUsername;
  return (
    <article className={classes('flex gap-3', waiting && 'opacity-60')} aria-busy={waiting || undefined}>
      <Avatar src={backend(comment.authorAvatar)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span dir="auto" className="max-w-full truncate font-semibold">
            {comment.authorDisplayName ?? comment.authorUsername}
          </span>
          {comment.isGuest && <Badge className="px-2 py-0.5">Guest</Badge>}
          {waiting ? (
            <span className="text-ink-soft">Posting…</span>
          ) : (
            <Time at={comment.createdAt} className="text-ink-soft" />
          )}
          {comment.held && <Badge className="px-2 py-0.5">Awaiting review</Badge>}
        </p>
        <p dir="auto" className="prose-width mt-0.5 break-words whitespace-pre-line [overflow-wrap:anywhere]">
          <RichText text={comment.text} onTime={onTime} until={duration} />
        </p>
        {!waiting && (
          <div className="-ml-2 flex items-center">
            <CommentLike comment={comment} likedBefore={likedBefore} />
            {/* a browser may have had another guest before */}
            {(!mine || comment.isGuest) && more(comment)}
            {(mine || canModerate(me)) && <DeleteButton comment={comment} mine={mine} />}
          </div>
        )}
      </div>
    </article>
  );
}

/** Authors delete their own; an admin hides those of others, and may think better of it. */
function DeleteButton({ comment, mine }: { comment: Comment; mine: boolean }) {
  const remove = useDeleteComment(comment.videoId);
  const verb = mine ? 'Delete' : 'Hide';
  const press = async (): Promise<void> => {
    const sure = await confirm({
      title: `${verb} this comment?`,
      text: mine ? undefined : 'You can undo this for 30 days: Admin Dashboard, Reports.',
      action: verb,
      danger: true,
    });
    if (!sure) return;
    remove.mutate(comment.id, {
      onError: (error) =>
        toast(`Failed to ${verb.toLowerCase()} comment`, { kind: 'bad', text: wordsOf(error) }),
    });
  };
  return (
    <IconButton
      small
      label={`${verb} comment`}
      className="text-ink-soft"
      disabled={remove.isPending}
      onClick={() => void press()}
    >
      {mine ? <Trash2 /> : <EyeOff />}
    </IconButton>
  );
}

function CommentLike({ comment, likedBefore }: { comment: Comment; likedBefore: boolean }) {
  const like = useLikeComment(comment.videoId, comment.id);
  return (
    // wide enough for any count: what stands beside it stays where it is
    <LikeToggle
      like={like}
      before={likedBefore}
      quiet
      className="h-9 min-w-17 justify-start gap-1.5 px-2 text-sm"
    >
      {formatCompact(like.data?.likes ?? comment.likes)}
    </LikeToggle>
  );
}
