import { X } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { useAddWord, useRemoveWord, useWords } from './moderation.queries.ts';

/** A comment or post that holds one of these waits until a moderator has looked at it. */
export function WatchedWords() {
  const words = useWords();
  const add = useAddWord();
  const remove = useRemoveWord();
  const [word, setWord] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (word.trim()) add.mutate(word, { onSuccess: () => setWord('') });
  };
  return (
    <Card title="Watched words">
      <form onSubmit={submit} className="flex items-start gap-2">
        <div className="flex-1">
          <Field
            label="Word"
            value={word}
            onChange={(event) => setWord(event.target.value)}
            maxLength={100}
            error={add.error?.message}
            hint="What holds it waits for a moderator."
          />
        </div>
        <Button type="submit" className="mt-6.5" pending={add.isPending} disabled={!word.trim()}>
          Watch
        </Button>
      </form>
      <ul className="mt-4 flex flex-wrap gap-2">
        {words.data?.map((watched) => (
          <li
            key={watched.id}
            className="flex max-w-full items-center rounded-pill border border-line pl-3 text-sm"
          >
            <span className="truncate">{watched.word}</span>
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
