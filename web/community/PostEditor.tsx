import { MAX_POST } from '#contract/community.ts';
import type { Post } from '#contract/community.ts';
import { useDraft } from '#web/app/draft.ts';
import { useForm } from '#web/app/form.ts';
import type { Fields } from '#web/app/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { useEditPost } from './community.queries.ts';

export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const draft = useDraft(`edit ${post.id}`, post.content);
  const done = (): void => {
    draft.set('');
    onDone();
  };
  const fields: Fields<{ content: string }> = {
    values: { content: draft.text },
    set: (_, value) => draft.set(value),
  };
  const form = useForm(fields, useEditPost(post.id), {
    ready: ({ content }) => content.trim() !== '',
    // also when the page was left meanwhile: what is saved is no draft any more
    onSent: done,
  });
  return (
    <form {...form.attributes} className="mt-3 flex flex-col gap-3">
      <TextArea
        label="Edit post"
        {...form.field('content')}
        maxLength={MAX_POST}
        error={form.errors['content'] ?? form.problem?.message}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="sm" onClick={done}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="sm" pending={form.pending} disabled={!form.ready}>
          Save
        </Button>
      </div>
    </form>
  );
}
