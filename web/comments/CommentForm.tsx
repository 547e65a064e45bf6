import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import { MAX_COMMENT, MAX_GUEST_NAME } from '#contract/comments.ts';
import { ApiError, wordsOf } from '#web/app/call.ts';
import { useDraft, useRemembered } from '#web/app/draft.ts';
import { useMe } from '#web/app/me.ts';
import { backend } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field, TextArea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePostComment } from './comments.queries.ts';

/** A guest may give a name; somebody signed in writes under their own. What was typed stays until it is posted. */
export function CommentForm({ videoId }: { videoId: number }) {
  const { me, signedIn } = useMe();
  const [name, setName] = useRemembered('guestName');
  const draft = useDraft(`comment ${videoId}`);
  const { text } = draft;
  const here = useHere();
  const post = usePostComment(videoId);
  const fields = post.error instanceof ApiError ? post.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!text.trim() || post.isPending) return;
    post.mutateAsync({ authorUsername: signedIn ? '' : name.trim() || 'guest', text }).then(
      (comment) => {
        draft.arrived(text);
        if (comment.held)
          toast('Your comment waits for a moderator', {
            kind: 'info',
            text: 'Until then only you can see it.',
          });
        else toast('Comment posted');
      },
      (error: Error) => {
        draft.giveBack(text);
        // the form says so itself, if it is still there
        if (!here.current) toast('Failed to post comment', { kind: 'bad', text: wordsOf(error) });
      },
    );
    // It stands in the list already; a refusal gives it back.
    draft.send();
  };
  return (
    <form onSubmit={submit} className="flex gap-3">
      <Avatar src={backend(me?.profileImageUrl)} className="mt-7 max-sm:hidden" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {!signedIn && (
          <Field
            label="Your name (optional)"
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={MAX_GUEST_NAME}
            autoComplete="nickname"
            placeholder="guest"
            error={fields.authorUsername}
          />
        )}
        <TextArea
          label="Write a comment"
          value={text}
          onChange={(event) => draft.set(event.target.value)}
          maxLength={MAX_COMMENT}
          error={fields.text}
        />
        <div className="flex items-center justify-between gap-4">
          <p role="alert" className="text-sm text-bad">
            {post.error &&
              Object.keys(fields).length === 0 &&
              `Failed to post comment. ${wordsOf(post.error)}`}
          </p>
          <Button type="submit" variant="primary" pending={post.isPending} disabled={!text.trim()}>
            Post comment
          </Button>
        </div>
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
