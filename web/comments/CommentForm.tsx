import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { MAX_COMMENT, MAX_GUEST_NAME } from '#contract/comments/comments.ts';
import type { CommentReply } from '#contract/comments/comments.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { MentionArea } from '#web/app/forms/MentionArea.tsx';
import { useDraft, useRemembered } from '#web/app/forms/draft.ts';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields, Sender } from '#web/app/forms/form.ts';
import { useMe } from '#web/app/session/me.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { usePostComment, usePostReply } from './comments.queries.ts';

interface CommentFormProps {
  videoId: number;
  /** Comments are turned off. */
  off?: boolean;
}

/** Where only members may comment, guests get a sign-in link. */
export function CommentForm({ videoId, off = false }: CommentFormProps) {
  const { signedIn } = useMe();
  const { guestComments } = useConfig();
  if (off) return <p className="text-ink-soft">{t`Comments are turned off.`}</p>;
  if (signedIn || guestComments) return <NewComment videoId={videoId} />;
  return (
    <p>
      <Trans>
        <Link to={paths.login()} className="text-accent-text underline underline-offset-2">
          Sign in
        </Link>{' '}
        to comment.
      </Trans>
    </p>
  );
}

const NewComment = ({ videoId }: { videoId: number }) => (
  <Composer
    videoId={videoId}
    sending={usePostComment(videoId)}
    draftKey={`comment ${videoId}`}
    label={t`Write a comment`}
  />
);

interface ReplyFormProps {
  comment: CommentReply;
  onSent: (reply: CommentReply) => void;
  onCancel: () => void;
}

/** Below the comment that it answers. */
export function ReplyForm({ comment, onSent, onCancel }: ReplyFormProps) {
  const name = comment.authorDisplayName ?? comment.authorUsername ?? '';
  return (
    <Composer
      videoId={comment.videoId}
      sending={usePostReply(comment.videoId, comment.id)}
      draftKey={`reply ${comment.id}`}
      label={t`Reply to ${name}`}
      placeholder={t`Add a reply…`}
      onDone={onSent}
      onCancel={onCancel}
    />
  );
}

interface ComposerProps {
  videoId: number;
  sending: Sender<{ authorUsername: string; text: string }, CommentReply>;
  draftKey: string;
  label: string;
  placeholder?: string;
  /** Left out: it stays, empty, for the next one. */
  onDone?: (comment: CommentReply) => void;
  onCancel?: () => void;
}

/**
 * One line until focused: then guests may give a name; members write under their own. The text stays until it is
 * posted.
 */
function Composer({
  videoId,
  sending,
  draftKey,
  label,
  placeholder = t`Add a comment…`,
  onDone,
  onCancel,
}: ComposerProps) {
  const { me, signedIn } = useMe();
  const isAsked = onCancel !== undefined;
  const [name, setName] = useRemembered('guestName');
  const draft = useDraft(draftKey);
  const here = useHere();
  const container = useRef<HTMLDivElement>(null);
  // the viewer pressed Reply: move the focus here
  useEffect(() => {
    if (isAsked) container.current?.querySelector('textarea')?.focus();
  }, [isAsked]);
  // once open it stays so: what is below it must not move away from under a finger
  const [isOpen, setOpen] = useState(isAsked);
  const fields: Fields<{ authorUsername: string; text: string }> = {
    values: { authorUsername: name, text: draft.text },
    set: (which, value) => (which === 'text' ? draft.set(value) : setName(value)),
  };
  const form = useForm(fields, sending, {
    ready: ({ text }) => text.trim() !== '',
    toInput: ({ authorUsername, text }) => ({
      authorUsername: signedIn ? '' : authorUsername.trim() || 'guest',
      text,
    }),
    // It is in the list already; a failure restores the draft.
    onSend: draft.send,
    onSent: (comment, { text }) => {
      draft.arrived(text);
      setOpen(false);
      onDone?.(comment);
      if (comment.held)
        toast(t`Your comment is pending review`, {
          kind: 'info',
          text: t`Until then, only you can see it.`,
        });
      else toast(onDone ? t`Reply posted` : t`Comment posted`);
    },
    onFailed: (error, { text }) => {
      draft.giveBack(text);
      // the form shows the error itself while it is mounted
      if (!here.current) toast(t`Failed to post comment`, { kind: 'bad', text: errorMessage(error) });
    },
  });
  return (
    <form
      {...form.attributes}
      data-open={isOpen || draft.text !== '' || undefined}
      onFocus={() => setOpen(true)}
      className="composer relative flex gap-3"
    >
      <Avatar src={backend(me?.profileImageUrl)} className="short:hidden max-sm:hidden" />
      <div ref={container} className="flex min-w-0 flex-1 flex-col">
        <MentionArea
          source={{ video: videoId }}
          label={label}
          isLabelHidden
          placeholder={placeholder}
          rows={1}
          className="composer-text"
          {...form.field('text')}
          maxLength={MAX_COMMENT}
        />
        {/* hidden until then, but reachable by keyboard and screen readers */}
        <div className="composer-rest flex flex-wrap items-start gap-3 pt-3">
          {!signedIn && (
            <div className="min-w-40 flex-1 in-data-member:hidden">
              <Field
                label={t`Your name (optional)`}
                isLabelHidden
                {...form.field('authorUsername')}
                maxLength={MAX_GUEST_NAME}
                autoComplete="nickname"
                placeholder={t`Your name (optional)`}
              />
            </div>
          )}
          {onCancel && (
            <Button variant="quiet" className="ms-auto" onClick={onCancel}>
              {t`Cancel`}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            aria-label={onDone ? t`Post reply` : t`Post comment`}
            className={onCancel ? undefined : 'ms-auto'}
            pending={form.pending}
            disabled={!form.ready}
          >
            {t({ message: 'Post', context: 'to send' })}
          </Button>
        </div>
        <p role="alert" className="text-sm text-bad not-empty:mt-2">
          {form.problem && t`Failed to post comment. ${errorMessage(form.problem)}`}
        </p>
      </div>
    </form>
  );
}

/** Whether the form is still on the screen, for who comes back after a call. */
function useHere() {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
