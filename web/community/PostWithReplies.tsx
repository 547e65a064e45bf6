import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { MAX_POST, type ListedPost, type Post, type PostThread } from '#contract/community/community.ts';
import { Editor } from '#web/app/threads/Editor.tsx';
import { Thread } from '#web/app/threads/Thread.tsx';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Link } from 'react-router';
import { toast } from '#web/ui/dialogs/toast.ts';
import { isWritten, PostItem, type ShowVideo } from './PostItem.tsx';
import { repliesQuery, useReply } from './community.queries.ts';

interface PostWithRepliesProps {
  thread: PostThread;
  showVideo: ShowVideo;
  more: (post: Post) => ReactNode;
  share?: ReactNode;
  onRemoved?: () => void;
  /** A link leads to this reply. */
  marked?: number | null;
}

const INDENT = { list: 'mt-4 ms-4 sm:ms-8', more: 'ms-4 sm:ms-8', loading: 'ms-4 sm:ms-8' };

export function PostWithReplies({
  thread,
  showVideo,
  more,
  share,
  onRemoved,
  marked = null,
}: PostWithRepliesProps) {
  return (
    <Thread<PostThread, ListedPost>
      thread={thread}
      replies={repliesQuery(thread.id)}
      marked={marked}
      indent={INDENT}
      row={(post, options) =>
        isWritten(post) ? (
          <PostItem
            post={post}
            showVideo={showVideo}
            more={more(post)}
            {...options}
            {...(post.id === thread.id ? { share, ...(onRemoved ? { onRemoved } : {}) } : {})}
          />
        ) : (
          <NotWritten post={post} />
        )
      }
      replyForm={(post, options) => isWritten(post) && <ReplyForm post={post} {...options} />}
    />
  );
}

function NotWritten({ post }: { post: ListedPost }) {
  const line = <p className="py-1 text-sm text-ink-soft">{post.blocked ? t`Blocked` : t`Deleted post`}</p>;
  return post.threadId === null ? <Card as="div">{line}</Card> : line;
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
  return (
    <Editor
      name="content"
      draft={`post reply ${post.id}`}
      sending={useReply(post)}
      toInput={(content) => ({ content })}
      source={{ post: post.id }}
      label={t`Reply to ${post.authorDisplayName ?? post.authorUsername}`}
      rows={2}
      maxLength={MAX_POST}
      button={t`Post reply`}
      className="mt-3 gap-3"
      onCancel={onCancel}
      onSent={(reply) => {
        onSent(reply);
        if (reply.held)
          toast(t`Your reply is pending review`, {
            kind: 'info',
            text: t`Until then, only you can see it.`,
          });
        else toast(t`Reply posted`);
      }}
    />
  );
}
