import type { FormEvent } from 'react';
import { COMMENT_MOST, GUEST_NAME_MOST } from '#contract/comments.ts';
import { ApiError } from '#web/app/call.ts';
import { useDraft, useRemembered } from '#web/app/draft.ts';
import { useMe } from '#web/app/me.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field, TextArea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePostComment } from './comments.queries.ts';

/** A guest may give a name; somebody signed in writes under their own. What was typed stays until it is posted. */
export function CommentForm({ videoId }: { videoId: number }) {
  const { me, signedIn } = useMe();
  const [name, setName] = useRemembered('guestName');
  const [text, setText] = useDraft(`comment ${videoId}`);
  const post = usePostComment(videoId);
  const fields = post.error instanceof ApiError ? post.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!text.trim() || post.isPending) return;
    post.mutate(
      { authorUsername: signedIn ? '' : name.trim() || 'guest', text },
      {
        onSuccess: (comment) => {
          if (comment.held)
            toast('Your comment waits for a moderator', {
              kind: 'info',
              text: 'Until then only you can see it.',
            });
          else toast('Comment posted');
        },
        onError: () => setText(text),
      },
    );
    // It stands in the list already; a refusal gives it back.
    setText('');
  };
  return (
    <form onSubmit={submit} className="flex gap-3">
      <Avatar src={me?.profileImageUrl} className="mt-7 max-sm:hidden" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {!signedIn && (
          <Field
            label="Your name (optional)"
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={GUEST_NAME_MOST}
            autoComplete="nickname"
            placeholder="guest"
            error={fields.authorUsername}
          />
        )}
        <TextArea
          label="Write a comment"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={COMMENT_MOST}
          error={fields.text}
        />
        <div className="flex items-center justify-between gap-4">
          <p role="alert" className="text-sm text-bad">
            {post.error &&
              Object.keys(fields).length === 0 &&
              `Failed to post comment. ${post.error.message}`}
          </p>
          <Button type="submit" look="primary" pending={post.isPending} disabled={!text.trim()}>
            Post comment
          </Button>
        </div>
      </div>
    </form>
  );
}
