import { plural, t } from '@lingui/core/macro';
import { useId, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, SyntheticEvent } from 'react';
import type { Mentionable } from '#contract/mentions/mentions.ts';
import { nameTyped } from '#contract/text/rich-text.ts';
import { classes } from '#web/ui/classes.ts';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { backend } from '../client/backend.ts';
import { useMentionable, type MentionSource } from './mentions.ts';

/**
 * A text field in which @ suggests people: this thread's first. Arrows select, Enter or Tab accepts, Escape
 * closes.
 */
export function MentionArea({
  source,
  ...props
}: ComponentProps<typeof TextArea> & { source: MentionSource }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const { data = [] } = useMentionable(source, typed);
  const people = typed === null ? [] : data.filter((person) => isMeant(person, typed));
  const isOpen = people.length > 0;
  const at = Math.min(chosen, people.length - 1);

  const look = ({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const before = area.value.slice(0, area.selectionStart);
    const name = area.selectionStart === area.selectionEnd ? nameTyped(before) : null;
    setTyped(name);
    if (name !== typed) setChosen(0);
  };
  const take = (person: Mentionable): void => {
    const area = root.current?.querySelector('textarea');
    if (!area || typed === null) return;
    const end = area.selectionStart;
    area.setRangeText(`@${person.username} `, end - typed.length - 1, end, 'end');
    // as if typed: React listens to this event
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setTyped(null);
    area.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const person = people[at];
    if (event.key === 'ArrowDown') setChosen((at + 1) % people.length);
    else if (event.key === 'ArrowUp') setChosen((at - 1 + people.length) % people.length);
    else if (event.key === 'Escape') setTyped(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.shiftKey) take(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={root} className="relative">
      <TextArea
        {...props}
        onInput={look}
        onSelect={look}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        aria-autocomplete="list"
        {...(isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': id,
          'aria-activedescendant': `${id}-${at}`,
        })}
      />
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={t`People to mention`}
          className="absolute start-0 top-full z-40 mt-1 w-72 max-w-full rounded-card border border-line bg-surface p-1.5 shadow-float"
        >
          {people.map((person, index) => (
            <div
              key={person.username}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              // before the field loses the focus
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2',
                index === at ? 'bg-raised' : 'hover:bg-raised',
              )}
            >
              <Avatar src={backend(person.profileImageUrl)} size="sm" />
              <span className="min-w-0 flex-1 truncate">
                <bdi className="font-semibold">{person.displayName ?? person.username}</bdi>{' '}
                <bdi className="text-sm text-ink-soft">{`@${person.username}`}</bdi>
              </span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen
          ? t`${plural(people.length, { one: '# person', other: '# people' })} to mention. Arrow keys choose, Enter takes.`
          : ''}
      </p>
    </div>
  );
}

/** Suggestions for the previous letter may no longer match. */
const isMeant = ({ username, displayName }: Mentionable, typed: string): boolean => {
  const name = typed.toLowerCase();
  return (
    username.toLowerCase().startsWith(name) ||
    (displayName
      ?.toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(name)) ??
      false)
  );
};
