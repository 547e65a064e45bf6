import { Heart } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { POST_EDIT_MINUTES } from '#contract/community.ts';
import type { Post } from '#contract/community.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { confirm } from '#web/ui/confirm.ts';
import { formatCompact } from '#web/ui/format.ts';
import { Time } from '#web/ui/Numbers.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { clipOf, partsOf } from '#web/ui/rich-text.rules.ts';
import type { Part } from '#web/ui/rich-text.rules.ts';
import { toast } from '#web/ui/toast.ts';
import { PostEditor } from './PostEditor.tsx';
import { useDeletePost, useLikePost } from './community.queries.ts';

const CLIPS_SHOWN = 3;

/** The page draws a linked clip: `from` is the second to play from, a new object for each press. */
export type ShowClip = (id: number, from: { seconds: number } | null) => ReactNode;

interface PostItemProps {
  post: Post;
  likedBefore: boolean;
  showClip: ShowClip;
  /** Stands beside the like button, e.g. a way to report. */
  more?: ReactNode;
}

export function PostItem({ post, likedBefore, showClip, more }: PostItemProps) {
  const { me } = useMe();
  const [editing, setEditing] = useState(false);
  const mine = me?.username === post.authorUsername;
  return (
    <Card as="article">
      <header className="flex items-center gap-3">
        <Avatar src={post.authorAvatar} />
        <div className="min-w-0 flex-1">
          <Link
            to={paths.creator(post.authorUsername)}
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            {post.authorDisplayName ?? post.authorUsername}
          </Link>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            <Time at={post.createdAt} />
            {post.editedAt && <span>edited</span>}
            {post.held && <Badge className="px-2 py-0.5">Waits for a moderator</Badge>}
          </p>
        </div>
      </header>
      {editing ? (
        <PostEditor post={post} onDone={() => setEditing(false)} />
      ) : (
        <Content post={post} showClip={showClip} />
      )}
      <footer className="mt-3 -mb-2 -ml-2 flex items-center gap-1">
        <PostLike post={post} likedBefore={likedBefore} />
        <span className="flex-1" />
        {mine && !editing && <OwnActions post={post} onEdit={() => setEditing(true)} />}
        {!mine && more}
      </footer>
    </Card>
  );
}

function Content({ post, showClip }: { post: Post; showClip: ShowClip }) {
  const [asked, setAsked] = useState<{ id: number; from: { seconds: number } } | null>(null);
  const clips = clipsIn(partsOf(post.content));
  const playFrom = (seconds: number, before: Part[]): void => {
    const id = clipsIn(before).at(-1);
    if (id !== undefined) setAsked({ id, from: { seconds } });
  };
  return (
    <div className="mt-3">
      <p className="prose-width break-words whitespace-pre-line [overflow-wrap:anywhere]">
        <RichText text={post.content} onTime={clips.length > 0 ? playFrom : undefined} />
      </p>
      {[...new Set(clips)].slice(0, CLIPS_SHOWN).map((id) => (
        <div key={id}>{showClip(id, asked?.id === id ? asked.from : null)}</div>
      ))}
    </div>
  );
}

const clipsIn = (parts: Part[]): number[] =>
  parts.flatMap((part) => (part.kind === 'link' ? (clipOf(part.url, window.location.origin) ?? []) : []));

function OwnActions({ post, onEdit }: { post: Post; onEdit: () => void }) {
  const remove = useDeletePost(post.id);
  // Judged once: a button must not vanish under the finger; the server has the last word.
  const [editable] = useState(() => Date.now() - Date.parse(post.createdAt) < POST_EDIT_MINUTES * 60_000);
  const press = async (): Promise<void> => {
    if (!(await confirm({ title: 'Delete this post?', action: 'Delete', danger: true }))) return;
    remove.mutate(undefined, {
      onError: (error) => toast('Failed to delete post', { kind: 'bad', text: error.message }),
    });
  };
  return (
    <>
      {editable && (
        <Button look="quiet" size="sm" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button
        look="quiet"
        size="sm"
        pending={remove.isPending}
        onClick={() => {
          void press();
        }}
      >
        Delete
      </Button>
    </>
  );
}

function PostLike({ post, likedBefore }: { post: Post; likedBefore: boolean }) {
  const like = useLikePost(post.id);
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
        'flex h-10 items-center gap-2 rounded-pill px-3 text-sm transition duration-150 hover:bg-raised active:scale-95',
        liked ? 'text-accent-text' : 'text-ink-soft',
      )}
    >
      <Heart
        aria-hidden="true"
        className={classes('size-4.5', liked && 'animate-pop fill-accent stroke-accent')}
      />
      <span className="numbers">{formatCompact(like.data?.likes ?? post.likes)}</span>
    </button>
  );
}
