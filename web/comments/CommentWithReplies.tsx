import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { SHOWN_REPLIES } from '#contract/comments/comments.ts';
import type { Comment, CommentReply } from '#contract/comments/comments.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { formatCount } from '#web/ui/format.ts';
import { ReplyForm } from './CommentForm.tsx';
import { CommentRow, type RowProps } from './CommentRow.tsx';
import { UNDER_WAY, useReplies } from './comments.queries.ts';

interface Props extends Omit<RowProps, 'comment'> {
  thread: Comment;
  /** A link leads to it, or to one of its replies. */
  marked?: number | null;
}

/** A comment and its replies: three, until more are asked for. */
export function CommentWithReplies({ thread, marked = null, ...props }: Props) {
  const [isOpen, setOpen] = useState(marked !== null && marked !== thread.id);
  const [answering, setAnswering] = useState<CommentReply | null>(null);
  /** Own ones, which may stand on a page that isn't here yet. */
  const [posted, setPosted] = useState<CommentReply[]>([]);
  const list = useReplies(thread, isOpen && thread.id !== UNDER_WAY);
  const here = (isOpen && list.data) || thread.replies;
  const replies = [...here, ...posted.filter(({ id }) => !here.some((reply) => reply.id === id))];
  const { fetchNextPage, hasNextPage, isFetching } = list;
  const isMissing =
    isOpen && marked !== null && marked !== thread.id && !replies.some(({ id }) => id === marked);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  const row = (comment: CommentReply, pinned?: boolean) => (
    <>
      <CommentRow
        {...props}
        comment={comment}
        isMarked={comment.id === marked}
        {...(pinned === undefined ? {} : { pinned })}
        onReply={() => setAnswering(comment)}
      />
      {answering?.id === comment.id && (
        <div className="mt-2 ps-13">
          <ReplyForm
            comment={comment}
            onCancel={() => setAnswering(null)}
            onSent={(reply) => {
              setAnswering(null);
              setPosted((before) => [...before, reply]);
            }}
          />
        </div>
      )}
    </>
  );
  return (
    <>
      {row(thread, thread.pinned)}
      {replies.length > 0 && (
        <ul
          aria-label={t`Replies`}
          className="mt-3 ms-5 space-y-3 border-s border-line ps-4 sm:ms-13 sm:ps-0 sm:border-0"
        >
          {replies.map((reply) => (
            <li key={reply.id}>{row(reply)}</li>
          ))}
        </ul>
      )}
      {!isOpen && thread.replyCount > SHOWN_REPLIES && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 ms-5 text-accent-text sm:ms-11"
          onClick={() => setOpen(true)}
        >
          {t`Show ${formatCount(thread.replyCount)} replies`}
        </Button>
      )}
      {isOpen && <LoadMore className="mt-2 ms-5 sm:ms-13" list={list} />}
    </>
  );
}
