import { useState } from 'react';
import type { FormEvent } from 'react';
import { POST_MOST } from '#contract/community.ts';
import type { Post } from '#contract/community.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/Field.tsx';
import { useEditPost } from './community.queries.ts';

export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const [text, setText] = useState(post.content);
  const edit = useEditPost(post.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim()) edit.mutate(text, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <TextArea
        label="Edit post"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={POST_MOST}
        error={edit.error?.message}
      />
      <div className="flex justify-end gap-2">
        <Button look="quiet" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="primary" size="sm" pending={edit.isPending} disabled={!text.trim()}>
          Save
        </Button>
      </div>
    </form>
  );
}
