import type { Comment } from '#contract/comments/comments.ts';
import { Thread } from '#web/app/threads/Thread.tsx';
import { ReplyForm } from './CommentForm.tsx';
import { CommentRow, type RowProps } from './CommentRow.tsx';
import { repliesQuery } from './comments.queries.ts';

interface Props extends Omit<RowProps, 'comment'> {
  thread: Comment;
  /** A link leads to it, or to one of its replies. */
  marked?: number | null;
}

const INDENT = {
  list: 'mt-3 ms-5 sm:ms-13 sm:ps-0 sm:border-0',
  more: 'ms-5 sm:ms-11',
  loading: 'ms-5 sm:ms-13',
};

export const CommentWithReplies = ({ thread, marked = null, ...props }: Props) => (
  <Thread
    thread={thread}
    replies={repliesQuery(thread)}
    marked={marked}
    indent={INDENT}
    row={(comment, options) => (
      <CommentRow
        {...props}
        {...options}
        comment={comment}
        {...(comment.id === thread.id ? { pinned: thread.pinned } : {})}
      />
    )}
    replyForm={(comment, options) => (
      <div className="mt-2 ps-13">
        <ReplyForm comment={comment} {...options} />
      </div>
    )}
  />
);
