import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MAX_POST, POST_EDIT_MINUTES } from '#contract/community/community.ts';
import { tagsIn } from '#contract/tags/tags.rules.ts';
import { DELETED_USER } from '#contract/values.ts';
import type { ListedPost, Post } from '#contract/community/community.ts';
import { ownPathOf, videoIdOf, videosIn, videosShownWith, type Part } from '#contract/text/rich-text.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { canModerate } from '#web/app/capabilities.ts';
import { writtenOrigins } from '#web/app/client/initial-data.ts';
import { useIsLiked } from '#web/app/likes.ts';
import { useMe } from '#web/app/session/me.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { RichText } from '#web/ui/lists/RichText.tsx';
import { TagChips } from '#web/ui/lists/TagChips.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { AnsweredName } from '#web/app/threads/AnsweredName.tsx';
import { Editor } from '#web/app/threads/Editor.tsx';
import { confirmRemoval, isYounger, useMark } from '#web/app/threads/entry.ts';
import { PostPictures } from './PostPictures.tsx';
import { useDeletePost, useEditPost, useLikePost } from './community.queries.ts';

/** The page draws a linked video: `from` is the second to play from, a new object for each press. */
export type ShowVideo = (id: number, from: { seconds: number } | null) => ReactNode;

interface PostItemProps {
  post: Post;
  showVideo: ShowVideo;
  /** Next to the like button, such as a report button. */
  more?: ReactNode;
  share?: ReactNode;
  /** Its author deleted it, or an admin hid it. */
  onRemoved?: () => void;
  onReply?: () => void;
  /** A link leads here. */
  isMarked?: boolean;
}

/** Whether its author left it there. */
export const isWritten = <P extends ListedPost>(post: P): post is P & Post =>
  post.content !== null && post.authorUsername !== null;

export function PostItem({
  post,
  showVideo,
  more,
  share,
  onRemoved,
  onReply,
  isMarked = false,
}: PostItemProps) {
  const { me } = useMe();
  const [editing, setEditing] = useState(false);
  const mine = me?.username === post.authorUsername;
  const container = useMark<HTMLDivElement>(isMarked);
  return (
    <Frame post={post} isMarked={isMarked}>
      <header className="flex items-center gap-3">
        <Avatar src={backend(post.authorAvatar)} />
        <div className="min-w-0 flex-1">
          <AuthorName post={post} />
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <Link
              to={post.threadId === null ? paths.post(post.id) : paths.reply(post.threadId, post.id)}
              className="inline-flex min-h-6 items-center underline-offset-4 hover:underline"
            >
              <Time at={post.createdAt} />
            </Link>
            {post.editedAt && <span>{t`edited`}</span>}
            {post.held && <Badge className="px-2 py-0.5">{t`Pending review`}</Badge>}
          </p>
        </div>
      </header>
      {editing ? (
        <PostEditor post={post} onDone={() => setEditing(false)} />
      ) : (
        <Content post={post} showVideo={showVideo} />
      )}
      <footer ref={container} className="mt-3 -mb-2 -ms-2 flex flex-wrap items-center gap-1">
        <PostLike post={post} />
        {onReply && !post.held && (
          <Button variant="quiet" size="sm" onClick={onReply}>
            {t`Reply`}
          </Button>
        )}
        <span className="flex-1" />
        {mine && !editing && <EditButton post={post} onEdit={() => setEditing(true)} />}
        {(mine || canModerate(me)) && !editing && (
          <DeleteButton post={post} mine={mine} onRemoved={onRemoved} />
        )}
        {share}
        {!mine && more}
      </footer>
    </Frame>
  );
}

const PostEditor = ({ post, onDone }: { post: Post; onDone: () => void }) => (
  <Editor
    name="content"
    draft={`edit ${post.id}`}
    start={post.content}
    sending={useEditPost(post.id)}
    toInput={(content) => ({ content })}
    source={{ post: post.id }}
    label={t`Edit post`}
    maxLength={MAX_POST}
    button={t`Save`}
    className="mt-3 gap-3"
    onSent={onDone}
    onCancel={onDone}
  />
);

/** A post is a card, a reply a part of one. */
function Frame({ post, isMarked, children }: { post: Post; isMarked: boolean; children: ReactNode }) {
  if (post.threadId === null) return <Card as="article">{children}</Card>;
  return (
    <article
      aria-current={isMarked || undefined}
      className={classes('rounded-card pb-2', isMarked && '-mx-3 bg-accent/12 px-3 pt-2')}
    >
      {children}
    </article>
  );
}

function AuthorName({ post }: { post: Post }) {
  if (post.authorUsername === DELETED_USER)
    return <p className="font-semibold text-ink-soft">{t`Deleted user`}</p>;
  return (
    <Link
      dir="auto"
      to={paths.creator(post.authorUsername)}
      className="block truncate font-semibold underline-offset-4 hover:underline"
    >
      {post.authorDisplayName ?? post.authorUsername}
    </Link>
  );
}

function Content({ post, showVideo }: { post: Post; showVideo: ShowVideo }) {
  const [seekRequest, setSeekRequest] = useState<{ id: number; from: { seconds: number } } | null>(null);
  const origins = ownOrigins(useHydrated());
  const videos = videosShownWith(post.content, origins);
  const playFrom = (seconds: number, before: Part[]): void => {
    const id = videosIn(before, origins).at(-1);
    if (id !== undefined) setSeekRequest({ id, from: { seconds } });
  };
  return (
    <div className="mt-3">
      <p dir="auto" className="prose-width whitespace-pre-line wrap-anywhere empty:hidden">
        <AnsweredName of={post} />
        <RichText
          text={post.content}
          onTime={videos.length > 0 ? playFrom : undefined}
          pathOf={(url) => ownPathOf(url, origins)}
          isShown={(url) => videos.includes(videoIdOf(url, origins) ?? -1)}
          mentions={{ names: post.mentions, pathOf: paths.creator }}
          tags={{ names: post.tags, pathOf: paths.tag }}
        />
      </p>
      <div className="mt-2 empty:hidden">
        <TagChips tags={renamedTags(post)} pathOf={paths.tag} />
      </div>
      {post.pictures.length > 0 && <PostPictures pictures={post.pictures} />}
      {videos.map((id) => (
        <div key={id}>{showVideo(id, seekRequest?.id === id ? seekRequest.from : null)}</div>
      ))}
    </div>
  );
}

/** Those that its text has by a former name, so that it doesn't link them. */
const renamedTags = ({ content, tags }: Post): string[] => {
  if (tags.length === 0) return tags;
  const named = tagsIn(content);
  return tags.filter((tag) => !named.includes(tag));
};

/** Links may name the site's public address, those it had before, where one has it open, and the backend's own pages. */
const ownOrigins = (hydrated: boolean): string[] => [
  ...writtenOrigins(),
  ...(hydrated ? [location.origin, new URL(backend('/'), location.href).origin] : []),
];

function EditButton({ post, onEdit }: { post: Post; onEdit: () => void }) {
  // Judged once: a button must not vanish under the finger; the server has the last word.
  const [editable] = useState(() => isYounger(post, POST_EDIT_MINUTES));
  if (!editable) return null;
  return (
    <Button variant="quiet" size="sm" onClick={onEdit}>
      {t`Edit`}
    </Button>
  );
}

function DeleteButton({
  post,
  mine,
  onRemoved,
}: {
  post: Post;
  mine: boolean;
  onRemoved: (() => void) | undefined;
}) {
  const remove = useDeletePost(post.id);
  const verb = mine ? t`Delete` : t`Hide`;
  const press = async (): Promise<void> => {
    if (!(await confirmRemoval(mine ? t`Delete this post?` : t`Hide this post?`, mine))) return;
    remove.mutate(undefined, {
      onSuccess: onRemoved,
      onError: (error) =>
        toast(mine ? t`Failed to delete post` : t`Failed to hide post`, {
          kind: 'bad',
          text: errorMessage(error),
        }),
    });
  };
  return (
    <Button variant="quiet" size="sm" pending={remove.isPending} onClick={() => void press()}>
      {verb}
    </Button>
  );
}

function PostLike({ post }: { post: Post }) {
  const before = useIsLiked('posts', post.id);
  const like = useLikePost(post.id);
  return (
    <LikeToggle like={like} before={before} quiet className="h-10 gap-2 px-3 text-sm">
      {formatCompact(like.data?.likes ?? post.likes)}
    </LikeToggle>
  );
}
