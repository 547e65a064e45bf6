import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';

interface TabsProps<T extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly { id: T; label: string }[];
  selected: T;
  onSelect: (id: T) => void;
  /** The selected tab's content. */
  children: ReactNode;
}

export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const base = useId();
  const row = useRef<HTMLDivElement>(null);
  // on a phone the selected tab may lie outside of the row
  useEffect(() => {
    const [list, tab] = [row.current, row.current?.querySelector<HTMLElement>('[aria-selected=true]')];
    if (list && tab)
      list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.clientWidth) / 2;
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // from where the focus is: the address, and `selected` with it, may come later than the next key
    const at = tabs.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['tab']);
    const on = document.documentElement.dir === 'rtl' ? -1 : 1;
    const next = { ArrowRight: at + on, ArrowLeft: at - on, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="no-scrollbar flex overflow-x-auto border-b border-line sm:flex-wrap sm:gap-x-1 sm:overflow-x-visible"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className={classes(
              '-mb-px flex h-12 shrink-0 items-center gap-2 border-b-2 px-3 text-sm sm:text-base font-semibold 2xl:px-4 whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-4',
              tab.id === selected
                ? 'border-accent text-ink'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} className="pt-6">
        {children}
      </div>
    </div>
  );
}
