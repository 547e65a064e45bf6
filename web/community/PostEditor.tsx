import type { FormEvent } from 'react';
import { MAX_POST } from '#contract/community.ts';
import type { Post } from '#contract/community.ts';
import { useDraft } from '#web/app/draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/Field.tsx';
import { useEditPost } from './community.queries.ts';

export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const draft = useDraft(`edit ${post.id}`, post.content);
  const { text } = draft;
  const edit = useEditPost(post.id);
  const done = (): void => {
    draft.set('');
    onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // also when the page was left meanwhile: what is saved is no draft any more
    if (text.trim()) edit.mutateAsync(text).then(done, () => undefined);
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <TextArea
        label="Edit post"
        value={text}
        onChange={(event) => draft.set(event.target.value)}
        maxLength={MAX_POST}
        error={edit.error?.message}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="sm" onClick={done}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="sm" pending={edit.isPending} disabled={!text.trim()}>
          Save
        </Button>
      </div>
    </form>
  );
}
