import { t } from '@lingui/core/macro';
import { MAX_POST } from '#contract/community/community.ts';
import type { Post } from '#contract/community/community.ts';
import { MentionArea } from '#web/app/forms/MentionArea.tsx';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
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
    <Form form={form} button={t`Save`} size="sm" className="mt-3 gap-3" problem={false} onCancel={done}>
      <MentionArea
        place={{ post: post.id }}
        label={t`Edit post`}
        {...form.field('content')}
        maxLength={MAX_POST}
        error={form.errors['content'] ?? form.problem?.message}
      />
    </Form>
  );
}
