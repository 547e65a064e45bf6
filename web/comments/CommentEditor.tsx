import { t } from '@lingui/core/macro';
import { MAX_COMMENT } from '#contract/comments/comments.ts';
import type { CommentReply } from '#contract/comments/comments.ts';
import { MentionArea } from '#web/app/forms/MentionArea.tsx';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { useEditComment } from './comments.queries.ts';

interface CommentEditorProps {
  comment: CommentReply;
  text: string;
  onDone: () => void;
}

export function CommentEditor({ comment, text, onDone }: CommentEditorProps) {
  const draft = useDraft(`edit comment ${comment.id}`, text);
  const done = (): void => {
    draft.set('');
    onDone();
  };
  const fields: Fields<{ text: string }> = {
    values: { text: draft.text },
    set: (_, value) => draft.set(value),
  };
  const form = useForm(fields, useEditComment(comment), {
    ready: (values) => values.text.trim() !== '',
    // also when the page was left meanwhile: what is saved is no draft any more
    onSent: done,
  });
  return (
    <Form form={form} button={t`Save`} size="sm" className="mt-2 gap-3" problem={false} onCancel={done}>
      <MentionArea
        place={{ video: comment.videoId }}
        label={t`Edit comment`}
        {...form.field('text')}
        maxLength={MAX_COMMENT}
        error={form.errors['text'] ?? form.problem?.message}
      />
    </Form>
  );
}
