import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SHOWN_REPLIES } from '#contract/comments/comments.ts';
import { MAX_POST, type ListedPost, type Post, type PostThread } from '#contract/community/community.ts';
import { MentionArea } from '#web/app/forms/MentionArea.tsx';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Link } from 'react-router';
import { toast } from '#web/ui/dialogs/toast.ts';
import { isWritten, PostItem, type ShowVideo } from './PostItem.tsx';
import { useReplies, useReply } from './community.queries.ts';

interface PostWithRepliesProps {
  thread: PostThread;
  showVideo: ShowVideo;
  more: (post: Post) => ReactNode;
  share?: ReactNode;
  onRemoved?: () => void;
  /** A link leads to this reply. */
  marked?: number | null;
}

/** A post and its replies: three, until more are asked for. */
export function PostWithReplies({
  thread,
  showVideo,
  more,
  share,
  onRemoved,
  marked = null,
}: PostWithRepliesProps) {
  const [isOpen, setOpen] = useState(marked !== null);
  const [answering, setAnswering] = useState<number | null>(null);
  /** Own ones, which may stand on a page that isn't here yet. */
  const [posted, setPosted] = useState<ListedPost[]>([]);
  const list = useReplies(thread.id, isOpen);
  const here = (isOpen && list.data) || thread.replies;
  const replies = [...here, ...posted.filter(({ id }) => !here.some((reply) => reply.id === id))];
  const { fetchNextPage, hasNextPage, isFetching } = list;
  const isMissing = marked !== null && !replies.some(({ id }) => id === marked);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  const item = (post: ListedPost) =>
    isWritten(post) ? (
      <>
        <PostItem
          post={post}
          showVideo={showVideo}
          more={more(post)}
          isMarked={post.id === marked}
          onReply={() => setAnswering(post.id)}
          {...(post.id === thread.id ? { share, ...(onRemoved ? { onRemoved } : {}) } : {})}
        />
        {answering === post.id && (
          <ReplyForm
            post={post}
            onCancel={() => setAnswering(null)}
            onSent={(reply) => {
              setAnswering(null);
              setPosted((before) => [...before, reply]);
            }}
          />
        )}
      </>
    ) : (
      <p className="py-1 text-sm text-ink-soft">{post.blocked ? t`Blocked` : t`Deleted post`}</p>
    );
  return (
    <>
      {isWritten(thread) ? item(thread) : <Card as="div">{item(thread)}</Card>}
      {replies.length > 0 && (
        <ul aria-label={t`Replies`} className="mt-4 ms-4 space-y-3 border-s border-line ps-4 sm:ms-8">
          {replies.map((reply) => (
            <li key={reply.id}>{item(reply)}</li>
          ))}
        </ul>
      )}
      {!isOpen && thread.replyCount > SHOWN_REPLIES && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 ms-4 text-accent-text sm:ms-8"
          onClick={() => setOpen(true)}
        >
          {t`Show ${formatCount(thread.replyCount)} replies`}
        </Button>
      )}
      {isOpen && <LoadMore className="mt-2 ms-4 sm:ms-8" list={list} />}
    </>
  );
}

interface ReplyFormProps {
  post: Post;
  onSent: (reply: ListedPost) => void;
  onCancel: () => void;
}

function ReplyForm(props: ReplyFormProps) {
  const { signedIn } = useMe();
  if (signedIn) return <Reply {...props} />;
  return (
    <p className="mt-2">
      <Trans>
        Please{' '}
        <Link to={paths.login()} className="font-semibold text-accent-text underline underline-offset-4">
          sign in
        </Link>{' '}
        to reply.
      </Trans>
    </p>
  );
}

function Reply({ post, onSent, onCancel }: ReplyFormProps) {
  const draft = useDraft(`post reply ${post.id}`);
  const fields: Fields<{ content: string }> = {
    values: { content: draft.text },
    set: (_, value) => draft.set(value),
  };
  const form = useForm(fields, useReply(post), {
    ready: ({ content }) => content.trim() !== '',
    onSent: (reply) => {
      draft.set('');
      onSent(reply);
      if (reply.held)
        toast(t`Your reply is waiting for a moderator`, {
          kind: 'info',
          text: t`Until then only you can see it.`,
        });
      else toast(t`Reply posted`);
    },
  });
  return (
    <Form
      form={form}
      button={t`Post reply`}
      size="sm"
      className="mt-3 gap-3"
      problem={false}
      onCancel={onCancel}
    >
      <MentionArea
        place={{ post: post.id }}
        label={t`Reply to ${post.authorDisplayName ?? post.authorUsername}`}
        rows={2}
        {...form.field('content')}
        maxLength={MAX_POST}
        error={form.errors['content'] ?? form.problem?.message}
      />
    </Form>
  );
}
