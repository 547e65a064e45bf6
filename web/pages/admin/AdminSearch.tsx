import { t } from '@lingui/core/macro';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_SEARCH } from '#contract/values.ts';
import { useNavigate } from 'react-router';
import { classes } from '#web/ui/classes.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { isComposing } from '#web/ui/controls/composing.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import type { FindResult } from './find-sections.ts';
import { useFind } from './find.queries.ts';

/** One field for sections, people, videos and orders; arrows choose, Enter opens. */
export function AdminSearch({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { found, isPending } = useFind(useDeferredValue(typed.trim()));
  const at = Math.min(chosen, found.length - 1);
  const open = (result: FindResult | undefined): void => {
    if (!result) return;
    onClose();
    void navigate(result.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (event.key === 'Enter') open(found[at]);
    else if (next !== undefined) setChosen((next + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t`Search the dashboard`} onClose={onClose}>
      <Field
        label={t`Sections, settings, people, videos, orders`}
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        ref={field}
        value={typed}
        maxLength={MAX_SEARCH}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        role="listbox"
        aria-label={t`Found`}
        className="mt-3 h-80 overflow-y-auto overscroll-contain"
      >
        {found.map((result, nth) => (
          <Option
            key={result.key}
            id={`${id}-${nth}`}
            result={result}
            heads={result.kind !== found[nth - 1]?.kind}
            isChosen={nth === at}
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
      {/* the keys are the field's, which keeps the focus */}
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
