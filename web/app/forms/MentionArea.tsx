import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { ComponentProps, SyntheticEvent } from 'react';
import type { Mentionable } from '#contract/mentions/mentions.ts';
import { nameTyped } from '#contract/text/rich-text.ts';
import { Suggestions, useCombobox } from '#web/ui/controls/Combobox.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { backend } from '../client/backend.ts';
import { useMentionable, type MentionSource } from './mentions.ts';

/** A text field in which @ suggests people: this thread's first. */
export function MentionArea({
  source,
  ...props
}: ComponentProps<typeof TextArea> & { source: MentionSource }) {
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { data = [] } = useMentionable(source, typed);
  const people = typed === null ? [] : data.filter((person) => isMeant(person, typed));
  const insert = (person: Mentionable): void => {
    const area = root.current?.querySelector('textarea');
    if (!area || typed === null) return;
    const end = area.selectionStart;
    area.setRangeText(`@${person.username} `, end - typed.length - 1, end, 'end');
    // as if typed: React listens to this event
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setTyped(null);
    area.focus();
  };
  const combobox = useCombobox({
    options: people,
    onTake: insert,
    onClose: () => setTyped(null),
    selectsFirst: true,
  });
  const look = ({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const before = area.value.slice(0, area.selectionStart);
    const name = area.selectionStart === area.selectionEnd ? nameTyped(before) : null;
    setTyped(name);
    if (name !== typed) combobox.reset();
  };
  return (
    <div ref={root} className="relative">
      <TextArea
        {...props}
        onInput={look}
        onSelect={look}
        onKeyDown={combobox.press}
        onBlur={() => setTyped(null)}
        aria-autocomplete="list"
        // otherwise it is a text field as any other
        {...(combobox.isOpen && combobox.field)}
      />
      <Suggestions
        combobox={combobox}
        label={t`People to mention`}
        status={t`${plural(people.length, { one: '# person', other: '# people' })} to mention. Arrow keys choose, Enter takes.`}
        className="top-full mt-1"
      >
        {({ username, displayName, profileImageUrl }) => (
          <>
            <Avatar src={backend(profileImageUrl)} size="sm" />
            <span className="min-w-0 flex-1 truncate">
              <bdi className="font-semibold">{displayName ?? username}</bdi>{' '}
              <bdi className="text-sm text-ink-soft">{`@${username}`}</bdi>
            </span>
          </>
        )}
      </Suggestions>
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
