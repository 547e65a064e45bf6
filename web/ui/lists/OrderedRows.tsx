import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/Button.tsx';
import { useRowDrag } from './useRowDrag.ts';

interface OrderedRowsProps<Item> {
  /** The list's accessible name. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => number;
  nameOf: (item: Item) => string;
  /** Null: the order is not the viewer's to change. */
  onMove: ((id: number, to: number) => void) | null;
  children: (item: Item, at: number) => ReactNode;
  className?: string;
}

/** Rows that can be reordered by dragging, with their buttons, or with the arrow keys on a row's handle. */
export function OrderedRows<Item>(props: OrderedRowsProps<Item>) {
  const { label, items, idOf, nameOf, onMove, children, className } = props;
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<number | null>(null);
  // a row that is moved in the page, or a button that is disabled at an end, loses the focus
  useEffect(() => {
    const id = focused.current;
    focused.current = null;
    if (id !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus();
  });
  const index = (id: number): number => items.findIndex((item) => idOf(item) === id);
  const move = (id: number, to: number): void => {
    if (to < 0 || to >= items.length) return;
    focused.current = id;
    onMove?.(id, to);
  };
  const { drag, handlers } = useRowDrag(
    list,
    items.map(idOf),
    onMove && ((id, to) => (to === index(id) ? undefined : move(id, to))),
  );
  const shown = drag ? movedTo(items, (item) => idOf(item) === drag.id, drag.to) : items;
  return (
    <ol
      ref={list}
      aria-label={label}
      {...handlers}
      className={classes('flex flex-col', drag && 'cursor-grabbing select-none', className)}
    >
      {shown.map((item, at) => {
        const id = idOf(item);
        const name = nameOf(item);
        return (
          <li
            key={id}
            data-row={id}
            className={classes(
              'flex min-w-0 items-center gap-1 rounded-control',
              drag?.id === id && 'bg-raised shadow-card',
            )}
          >
            {onMove && <Handle id={id} name={name} at={at} count={items.length} move={move} />}
            <div className="min-w-0 flex-1">{children(item, at)}</div>
            {onMove && <Arrows id={id} name={name} at={at} count={items.length} move={move} />}
          </li>
        );
      })}
    </ol>
  );
}

interface Movable {
  id: number;
  name: string;
  at: number;
  count: number;
  move: (id: number, to: number) => void;
}

function Handle({ id, name, at, count, move }: Movable) {
  const index = at + 1;
  return (
    <button
      type="button"
      data-handle={id}
      aria-label={t`Place ${index} of ${count}: ${name}`}
      aria-keyshortcuts="ArrowUp ArrowDown Home End"
      title={t`Drag, or use the arrow keys`}
      onKeyDown={(event) => {
        const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        move(id, to);
      }}
      className="grid size-10 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:bg-raised"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}

const Arrows = ({ id, name, at, count, move }: Movable) => (
  <span className="flex shrink-0 max-sm:hidden">
    <IconButton small label={t`Move up: ${name}`} disabled={at === 0} onClick={() => move(id, at - 1)}>
      <ArrowUp />
    </IconButton>
    <IconButton
      small
      label={t`Move down: ${name}`}
      disabled={at === count - 1}
      onClick={() => move(id, at + 1)}
    >
      <ArrowDown />
    </IconButton>
  </span>
);

/** The same ids with one of them at another place. */
export function movedTo<Item>(items: readonly Item[], from: (item: Item) => boolean, to: number): Item[] {
  const moved = items.filter(from);
  const rest = items.filter((item) => !from(item));
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
}
