import { t } from '@lingui/core/macro';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { MAX_SEARCH } from '#contract/values.ts';
import { useNavigate } from 'react-router';
import { classes } from '#web/ui/classes.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useCombobox } from '#web/ui/controls/Combobox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import type { FindResult } from './find-sections.ts';
import { useFind } from './find.queries.ts';

/** One field for sections, people, videos and orders; arrows choose, Enter opens. */
export function AdminSearch({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { found, isPending } = useFind(useDeferredValue(typed.trim()));
  const open = ({ to }: FindResult): void => {
    onClose();
    void navigate(to);
  };
  const combobox = useCombobox({ options: found, onTake: open, onClose, selectsFirst: true });
  return (
    <Dialog title={t`Search the dashboard`} onClose={onClose}>
      <Field
        label={t`Sections, settings, people, videos, orders`}
        type="search"
        {...combobox.field}
        autoComplete="off"
        ref={field}
        value={typed}
        maxLength={MAX_SEARCH}
        onChange={(event) => {
          setTyped(event.target.value);
          combobox.reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Tab') combobox.press(event);
        }}
      />
      <div
        id={combobox.id}
        role="listbox"
        aria-label={t`Found`}
        className="mt-3 h-80 overflow-y-auto overscroll-contain"
      >
        {found.map((result, nth) => (
          <Option
            key={result.key}
            id={`${combobox.id}-${nth}`}
            result={result}
            heads={result.kind !== found[nth - 1]?.kind}
            isChosen={nth === combobox.at}
            onOpen={() => open(result)}
          />
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'text-ink-soft'}>
        {found.length === 0 && !isPending && typed.trim() !== '' && t`Nothing found.`}
      </p>
    </Dialog>
  );
}

function Option({
  id,
  result: { kind, label, details },
  heads,
  isChosen,
  onOpen,
}: {
  id: string;
  result: FindResult;
  /** The first of its kind. */
  heads: boolean;
  isChosen: boolean;
  onOpen: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <>
      {heads && (
        <p role="presentation" className="px-3 pt-3 pb-1 text-xs font-semibold text-ink-soft">
          {kind}
        </p>
      )}
      {/* the field handles the keys: the focus stays there */}
      <div
        ref={ref}
        id={id}
        role="option"
        aria-selected={isChosen}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
        className={classes(
          'flex cursor-pointer items-baseline justify-between gap-4 rounded-control px-3 py-2',
          isChosen ? 'bg-accent-soft text-accent-text' : 'hover:bg-raised',
        )}
      >
        <span dir="auto" className="truncate font-semibold">
          {label}
        </span>
        <span dir="auto" className="max-w-1/2 truncate text-sm text-ink-soft">
          {details}
        </span>
      </div>
    </>
  );
}
