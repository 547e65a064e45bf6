import { X } from 'lucide-react';
import { MAX_WATCHED_WORD } from '#contract/moderation.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { useAddWord, useRemoveWord, useWords } from './moderation.queries.ts';

/** A comment or post that holds one of these waits until a moderator has looked at it. */
export function WatchedWords() {
  const words = useWords();
  const remove = useRemoveWord();
  const fields = useFields({ word: '' });
  const form = useForm(fields, useAddWord(), {
    ready: ({ word }) => word.trim() !== '',
    onSent: fields.reset,
  });
  return (
    <Card title="Watched words">
      <form {...form.attributes} className="flex items-start gap-2">
        <div className="flex-1">
          <Field
            label="Word"
            {...form.field('word')}
            maxLength={MAX_WATCHED_WORD}
            error={form.errors['word'] ?? form.problem?.message}
            hint="Anything that contains it waits for a moderator."
          />
        </div>
        <Button type="submit" className="mt-6.5" pending={form.pending} disabled={!form.ready}>
          Watch
        </Button>
      </form>
      <ul className="mt-4 flex flex-wrap gap-2">
        {words.data?.map((watched) => (
          <li
            key={watched.id}
            className="flex max-w-full items-center rounded-pill border border-line pl-3 text-sm"
          >
            <span dir="auto" className="truncate">
              {watched.word}
            </span>
            <IconButton
              small
              label={`Stop watching ${watched.word}`}
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
