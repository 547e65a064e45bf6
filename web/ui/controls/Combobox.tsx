import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { isComposing } from './composing.ts';

interface ComboboxProps<T> {
  options: readonly T[];
  onTake: (option: T) => void;
  onClose: () => void;
  /** The first option is selected as soon as there is one. */
  selectsFirst?: boolean;
}

export type Combobox<T> = ReturnType<typeof useCombobox<T>>;

/**
 * A field with a list of suggestions: arrows select, Enter or Tab takes, Escape closes. The focus stays in the
 * field, as in the ARIA combobox pattern.
 */
export function useCombobox<T>({ options, onTake, onClose, selectsFirst = false }: ComboboxProps<T>) {
  const id = useId();
  const initial = selectsFirst ? 0 : -1;
  const [selected, setSelected] = useState(initial);
  const at = Math.min(selected, options.length - 1);
  const isOpen = options.length > 0;
  return {
    id,
    at,
    options,
    onTake,
    isOpen,
    /** The field's attributes. */
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
    } as const,
    /** Other options are suggested. */
    reset: (): void => setSelected(initial),
    /** Handles the list's keys; true: the key was one of them. */
    press: (event: KeyboardEvent): boolean => {
      if (!isOpen || isComposing(event)) return false;
      const option = options[at];
      if (event.key === 'ArrowDown') setSelected((at + 1) % options.length);
      else if (event.key === 'ArrowUp') setSelected(at <= 0 ? options.length - 1 : at - 1);
      else if (event.key === 'Escape') onClose();
      else if ((event.key === 'Enter' || event.key === 'Tab') && option !== undefined && !event.shiftKey)
        onTake(option);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** What a combobox suggests, under its field. */
export function Suggestions<T>({
  combobox: { id, at, options, onTake, isOpen },
  label,
  status,
  className,
  children,
}: {
  combobox: Combobox<T>;
  label: string;
  /** Read to screen readers while the list is open. */
  status: string;
  /** Where the list is. */
  className: string;
  /** The inside of an option. */
  children: (option: T) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className={classes(
          'absolute start-0 z-40 w-72 max-w-full scroll-mb-24 rounded-card border border-line bg-surface p-1.5 shadow-float empty:hidden',
          className,
        )}
      >
        {options.map((option, index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            // before the field loses the focus
            onPointerDown={(event) => {
              event.preventDefault();
              onTake(option);
            }}
            className={classes(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3',
              index === at ? 'bg-raised' : 'hover:bg-raised',
            )}
          >
            {children(option)}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen ? status : ''}
      </p>
    </>
  );
}
