import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_TAG, MAX_VIDEO_TAGS, readTag } from '#contract/tags/tag.ts';
import { tags as api } from '#contract/tags/tags.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Suggestions, useCombobox } from '#web/ui/controls/Combobox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { isComposing } from '#web/ui/controls/composing.ts';
import { call } from '../client/call.ts';

interface TagFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

const SEPARATOR = /[\s,،、]+/u;

/**
 * The tags of a video. Enter, a space or a comma adds what was typed, Backspace in the empty field removes the last;
 * tags in use are suggested.
 */
export function TagField({ tags, onChange, error, disabled = false }: TagFieldProps) {
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const suggested = useSuggested(typed).filter(({ tag }) => !tags.includes(tag));
  const combobox = useCombobox({
    options: suggested,
    onTake: ({ tag }) => add([tag]),
    onClose: () => write(''),
  });

  const write = (text: string): void => {
    setTyped(text);
    combobox.reset();
    setProblem(null);
  };
  const add = (texts: string[]): void => {
    const read = texts.map(readTag);
    const next = [...new Set([...tags, ...read.filter((tag) => tag !== null)])];
    const fitting = next.slice(0, MAX_VIDEO_TAGS);
    if (fitting.length > tags.length) onChange(fitting);
    write(texts.filter((_, index) => read[index] === null).join(' '));
    if (next.length > fitting.length) setProblem(t`Please enter at most ${MAX_VIDEO_TAGS} tags.`);
    else if (read.includes(null)) setProblem(t`A tag has up to ${MAX_TAG} letters, digits and underscores.`);
  };
  const addTyped = (text = typed): void => {
    const texts = text.split(SEPARATOR).filter(Boolean);
    if (texts.length > 0) add(texts);
    else write('');
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((each) => each !== tag));
    root.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return;
    if (combobox.press(event)) return;
    const last = tags.at(-1);
    if (event.key === 'Enter' && typed.trim()) addTyped();
    else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={root} className="relative flex flex-col gap-2">
      <Field
        label={t`Tags`}
        name="tags"
        value={typed}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="enter"
        placeholder={tags.length === 0 ? '#' : undefined}
        hint={t`${tags.length} of ${MAX_VIDEO_TAGS}. Press Enter to add a tag. #tags in the description count too.`}
        error={problem ?? error ?? null}
        onChange={({ target: { value }, nativeEvent }) =>
          SEPARATOR.test(value) && !(nativeEvent as InputEvent).isComposing ? addTyped(value) : write(value)
        }
        onKeyDown={onKeyDown}
        onBlur={() => addTyped()}
        {...combobox.field}
      />
      <Suggestions
        combobox={combobox}
        label={t`Suggested tags`}
        status={t`${plural(suggested.length, { one: '# suggested tag', other: '# suggested tags' })}. Arrow keys choose, Enter takes.`}
        className="top-18"
      >
        {({ tag, videos, posts }) => (
          <>
            <bdi className="min-w-0 flex-1 truncate font-semibold">{`#${tag}`}</bdi>
            <span className="numbers text-sm text-ink-soft">{videos + posts}</span>
          </>
        )}
      </Suggestions>
      {tags.length > 0 && (
        <ul aria-label={t`Tags of the video`} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center rounded-pill border border-line ps-3 text-sm font-semibold"
            >
              <bdi className="truncate">{`#${tag}`}</bdi>
              <IconButton small label={t`Remove ${tag}`} disabled={disabled} onClick={() => remove(tag)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const SUGGESTED = 6;

/** The most used tags that begin with what is typed. */
function useSuggested(typed: string) {
  const q = readTag(typed);
  const { data = [] } = useQuery({
    queryKey: ['tags', 'suggested', q],
    queryFn: ({ signal }) => call(api.list, { query: { q }, signal }),
    enabled: q !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return q === null ? [] : data.filter(({ tag }) => tag.startsWith(q)).slice(0, SUGGESTED);
}
