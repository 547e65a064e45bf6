import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SHOWN_REPLIES } from '#contract/comments/comments.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCount } from '#web/ui/format.ts';
import type { listOptions } from '../client/list-query.ts';

interface Entry {
  id: number;
}

interface ThreadProps<First extends Entry, Reply extends Entry> {
  thread: First & { replyCount: number; replies: Reply[] };
  /** All replies; fetched on demand. */
  replies: ReturnType<typeof listOptions<Reply>>;
  /** A link leads to the first, or to one of its replies. */
  marked: number | null;
  row: (entry: First | Reply, options: { isMarked: boolean; onReply: () => void }) => ReactNode;
  replyForm: (
    entry: First | Reply,
    options: { onSent: (reply: Reply) => void; onCancel: () => void },
  ) => ReactNode;
  /** Margins of the list of replies, and of what is below it. */
  indent: { list: string; more: string; loading: string };
}

/** A thread's first entry and its replies: three until more are requested. */
export function Thread<First extends Entry, Reply extends Entry>({
  thread,
  replies: options,
  marked,
  row,
  replyForm,
  indent,
}: ThreadProps<First, Reply>) {
  const leadsBelow = marked !== null && marked !== thread.id;
  const [isOpen, setOpen] = useState(leadsBelow);
  const [answering, setAnswering] = useState<number | null>(null);
  /** The viewer's new replies, which may belong to a page that isn't loaded yet. */
  const [posted, setPosted] = useState<Reply[]>([]);
  const list = useInfiniteQuery({ ...options, enabled: isOpen });
  const here = (isOpen && list.data) || thread.replies;
  const replies = [...here, ...posted.filter(({ id }) => !here.some((reply) => reply.id === id))];
  const { fetchNextPage, hasNextPage, isFetching } = list;
  const isMissing = isOpen && leadsBelow && !replies.some(({ id }) => id === marked);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  const show = (entry: First | Reply) => (
    <>
      {row(entry, { isMarked: entry.id === marked, onReply: () => setAnswering(entry.id) })}
      {answering === entry.id &&
        replyForm(entry, {
          onCancel: () => setAnswering(null),
          onSent: (reply) => {
            setAnswering(null);
            setPosted((before) => [...before, reply]);
          },
        })}
    </>
  );
  return (
    <>
      {show(thread)}
      {replies.length > 0 && (
        <ul aria-label={t`Replies`} className={classes('space-y-3 border-s border-line ps-4', indent.list)}>
          {replies.map((reply) => (
            <li key={reply.id}>{show(reply)}</li>
          ))}
        </ul>
      )}
      {!isOpen && thread.replyCount > SHOWN_REPLIES && (
        <Button
          variant="quiet"
          size="sm"
          className={classes('mt-1 text-accent-text', indent.more)}
          onClick={() => setOpen(true)}
        >
          {t`Show ${formatCount(thread.replyCount)} replies`}
        </Button>
      )}
      {isOpen && <LoadMore className={classes('mt-2', indent.loading)} list={list} />}
    </>
  );
}
