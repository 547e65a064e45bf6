import { t } from '@lingui/core/macro';
import { EyeOff, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { COMMENT_EDIT_MINUTES, MAX_COMMENT } from '#contract/comments/comments.ts';
import type { CommentReply } from '#contract/comments/comments.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { canModerate } from '#web/app/capabilities.ts';
import { useIsLiked } from '#web/app/likes.ts';
import { useMe } from '#web/app/session/me.ts';
import { listOwn } from '#web/app/session/own.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { RichText } from '#web/ui/lists/RichText.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { AnsweredName } from '#web/app/threads/AnsweredName.tsx';
import { Editor } from '#web/app/threads/Editor.tsx';
import { confirmRemoval, isYounger, useMark } from '#web/app/threads/entry.ts';
import {
  PENDING_ID,
  locateAddress,
  useDeleteComment,
  useEditComment,
  useLikeComment,
  usePinComment,
} from './comments.queries.ts';

export interface RowProps {
  comment: CommentReply;
  /** A time in a comment was pressed. */
  onTime: (seconds: number) => void;
  /** The video's seconds, 0 if unknown: times past its end are plain text. */
  duration: number;
  /** Further actions on another member's comment. */
  more: (comment: CommentReply) => ReactNode;
  /** The username of who uploaded the video. */
  creator: string | null;
  /** Comments are turned off. */
  off?: boolean | undefined;
}

interface RowOptions {
  /** A link leads here. */
  isMarked?: boolean;
  /** Whether it is pinned; undefined where pinning isn't available. */
  pinned?: boolean;
  onReply: () => void;
}

/** One comment or reply with what can be done to it. */
export function CommentRow({
  comment,
  onTime,
  duration,
  more,
  creator,
  off = false,
  isMarked = false,
  pinned,
  onReply,
}: RowProps & RowOptions) {
  const { me } = useMe();
  const [isEditing, setEditing] = useState(false);
  const waiting = comment.id === PENDING_ID;
  const hydrated = useHydrated();
  const row = useMark<HTMLElement>(isMarked);
  if (comment.text === null)
    return (
      <p className="py-1 ps-13 text-sm text-ink-soft">{comment.blocked ? t`Blocked` : t`Deleted comment`}</p>
    );
  const mine = comment.isGuest
    ? hydrated && listOwn(locateAddress(comment.videoId)).includes(comment.id)
    : me?.username === comment.authorUsername;
  return (
    <article
      ref={row}
      className={classes(
        'flex gap-3 rounded-card',
        waiting && 'opacity-60',
        isMarked && '-m-2 bg-accent/12 p-2',
      )}
      aria-current={isMarked || undefined}
      aria-busy={waiting || undefined}
    >
      <Avatar src={backend(comment.authorAvatar)} />
      <div className="min-w-0 flex-1">
        <Byline comment={comment} pinned={pinned === true} />
        {isEditing ? (
          <CommentEditor comment={comment} start={comment.text} onDone={() => setEditing(false)} />
        ) : (
          <p dir="auto" className="prose-width mt-0.5 whitespace-pre-line wrap-anywhere">
            <AnsweredName of={comment} />
            <RichText
              text={comment.text}
              onTime={onTime}
              until={duration}
              mentions={{ names: comment.mentions, pathOf: paths.creator }}
            />
          </p>
        )}
        {!waiting && !isEditing && (
          <div className="-ms-2 flex flex-wrap items-center">
            <CommentLike comment={comment} />
            {!off && !comment.held && (
              <Button variant="quiet" size="sm" className="px-2 text-ink-soft" onClick={onReply}>
                {t`Reply`}
              </Button>
            )}
            {mine && isYounger(comment, COMMENT_EDIT_MINUTES) && (
              <IconButton
                small
                label={t`Edit comment`}
                className="text-ink-soft"
                onClick={() => setEditing(true)}
              >
                <Pencil />
              </IconButton>
            )}
            {pinned !== undefined && <PinButton comment={comment} pinned={pinned} creator={creator} />}
            {(mine || canModerate(me)) && <DeleteButton comment={comment} mine={mine} />}
            {/* a browser may have had another guest before */}
            {(!mine || comment.isGuest) && <span className="ms-auto">{more(comment)}</span>}
          </div>
        )}
      </div>
    </article>
  );
}

interface EditorProps {
  comment: CommentReply;
  start: string;
  onDone: () => void;
}

const CommentEditor = ({ comment, start, onDone }: EditorProps) => (
  <Editor
    name="text"
    draft={`edit comment ${comment.id}`}
    start={start}
    sending={useEditComment(comment)}
    toInput={(text) => ({ text })}
    source={{ video: comment.videoId }}
    label={t`Edit comment`}
    maxLength={MAX_COMMENT}
    button={t`Save`}
    className="mt-2 gap-3"
    onSent={onDone}
    onCancel={onDone}
  />
);

/** A comment's author, time and status. */
function Byline({ comment, pinned }: { comment: CommentReply; pinned: boolean }) {
  const waiting = comment.id === PENDING_ID;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span dir="auto" className="max-w-full truncate font-semibold">
        {comment.authorDisplayName ?? comment.authorUsername}
      </span>
      {comment.isGuest && <Badge className="px-2 py-0.5">{t`Guest`}</Badge>}
      {waiting ? (
        <span className="text-ink-soft">{t`Posting…`}</span>
      ) : (
        <Link
          to={paths.comment(comment.videoId, comment.id)}
          className="inline-flex min-h-6 items-center text-ink-soft hover:underline"
        >
          <Time at={comment.createdAt} />
        </Link>
      )}
      {comment.editedAt && <span className="text-ink-soft">{t`edited`}</span>}
      {pinned && <Badge className="px-2 py-0.5">{t`Pinned`}</Badge>}
      {comment.held && <Badge className="px-2 py-0.5">{t`Pending review`}</Badge>}
    </p>
  );
}

/** For who uploaded the video, and admins. */
function PinButton({
  comment,
  pinned,
  creator,
}: {
  comment: CommentReply;
  pinned: boolean;
  creator: string | null;
}) {
  const { me } = useMe();
  const pin = usePinComment(comment.videoId);
  if (comment.held || !(canModerate(me) || (me && me.username === creator))) return null;
  return (
    <IconButton
      small
      label={pinned ? t`Unpin comment` : t`Pin comment`}
      className="text-ink-soft"
      disabled={pin.isPending}
      onClick={() => pin.mutate({ id: comment.id, pinned: !pinned })}
    >
      {pinned ? <PinOff /> : <Pin />}
    </IconButton>
  );
}

function DeleteButton({ comment, mine }: { comment: CommentReply; mine: boolean }) {
  const remove = useDeleteComment(comment.videoId);
  const press = async (): Promise<void> => {
    if (!(await confirmRemoval(mine ? t`Delete this comment?` : t`Hide this comment?`, mine))) return;
    remove.mutate(comment.id, {
      onError: (error) =>
        toast(mine ? t`Failed to delete comment` : t`Failed to hide comment`, {
          kind: 'bad',
          text: errorMessage(error),
        }),
    });
  };
  return (
    <IconButton
      small
      label={mine ? t`Delete comment` : t`Hide comment`}
      className="text-ink-soft"
      disabled={remove.isPending}
      onClick={() => void press()}
    >
      {mine ? <Trash2 /> : <EyeOff />}
    </IconButton>
  );
}

function CommentLike({ comment }: { comment: CommentReply }) {
  const like = useLikeComment(comment.videoId, comment.id);
  // It may be known before this part of the server's page is taken over, and what React finds there it takes for right.
  const hydrated = useHydrated();
  const isLiked = useIsLiked('comments', comment.id);
  return (
    // wide enough for any count, so that its neighbors don't move
    <LikeToggle
      like={like}
      before={hydrated && isLiked}
      quiet
      className="h-9 min-w-17 justify-start gap-1.5 px-2 text-sm"
    >
      {formatCompact(like.data?.likes ?? comment.likes)}
    </LikeToggle>
  );
}
