import { t } from '@lingui/core/macro';
import { MessageCircle } from 'lucide-react';
import { classes } from '#web/ui/classes.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/lists/States.tsx';
import { useStore } from '#web/ui/store.ts';
import type { RowProps } from './CommentRow.tsx';
import { CommentsLoading } from './CommentsLoading.tsx';
import { CommentWithReplies } from './CommentWithReplies.tsx';
import { commentSort, useComments, useThread } from './comments.queries.ts';
import type { CommentSort } from './comments.queries.ts';

interface CommentListProps extends Omit<RowProps, 'comment'> {
  videoId: number;
  /** A link leads to this comment. */
  marked?: number | null;
}

/** A video's comments, newest or most liked first, with their loading, empty and error states. */
export function CommentList({ videoId, marked = null, ...props }: CommentListProps) {
  const sort = useStore(commentSort);
  const list = useComments(videoId, sort);
  const linked = useThread(videoId, marked).data;
  if (!list.data && list.error)
    return (
      <ErrorState className="py-8" title={t`Failed to fetch comments`} onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <CommentsLoading />;
  if (list.data.length === 0)
    return (
      <EmptyState
        className="py-8"
        icon={<MessageCircle />}
        title={t`No comments yet`}
        text={t`Be the first to say what you think.`}
      />
    );
  const others = linked ? list.data.filter(({ id }) => id !== linked.id) : list.data;
  return (
    <div>
      {list.data.length > 1 && <SortChoice sort={sort} />}
      <ul className="space-y-4">
        {linked && (
          <li key={linked.id}>
            <CommentWithReplies thread={linked} marked={marked} {...props} />
          </li>
        )}
        {others.map((comment) => (
          <li key={comment.id}>
            <CommentWithReplies thread={comment} {...props} />
          </li>
        ))}
      </ul>
      <LoadMore className="mt-6 w-full" list={list} />
    </div>
  );
}

const sorts = () =>
  [
    ['top', t({ message: 'Top', context: 'comments' })],
    ['new', t`Newest`],
  ] as const;

function SortChoice({ sort }: { sort: CommentSort }) {
  return (
    <div role="group" aria-label={t`Sort comments`} className="-mt-2 mb-2 -ms-2 flex">
      {sorts().map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={sort === value}
          onClick={() => commentSort.set(value)}
          className={classes(
            'touch-target h-9 rounded-control px-2 text-sm font-semibold',
            sort === value ? 'text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
