import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { MAX_WATCHED_WORD } from '#contract/moderation/moderation.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { useAddWatchedTerm, useRemoveWatchedTerm, useWatchedTerms } from './moderation.queries.ts';

/** A comment or post that holds one of these waits until a moderator has looked at it. */
export function WatchedTerms() {
  const terms = useWatchedTerms();
  const remove = useRemoveWatchedTerm();
  const fields = useFields({ word: '' });
  const form = useForm(fields, useAddWatchedTerm(), {
    ready: ({ word }) => word.trim() !== '',
    onSent: fields.reset,
  });
  return (
    <Card title={t`Watched words`}>
      <Form
        form={form}
        button={t({ message: 'Watch', context: 'a word' })}
        variant="secondary"
        problem={false}
      >
        <Field
          label={t`Word`}
          {...form.field('word')}
          maxLength={MAX_WATCHED_WORD}
          error={form.errors['word'] ?? form.problem?.message}
          hint={t`Anything containing it goes to pending review.`}
        />
      </Form>
      <ul className="mt-4 flex flex-wrap gap-2">
        {terms.data?.map((watched) => (
          <li
            key={watched.id}
            className="flex max-w-full items-center rounded-pill border border-line ps-3 text-sm"
          >
            <span dir="auto" className="truncate">
              {watched.word}
            </span>
            <IconButton
              small
              label={t`Stop watching ${watched.word}`}
              onClick={() => remove.mutate(watched.id)}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
