import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '../classes.ts';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** A link, or else an action. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** A line above it. */
  apart?: boolean;
}

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  items: MenuItem[];
  /** Shown above the items. */
  heading?: ReactNode;
  /** Shown under them. */
  footing?: ReactNode;
  className?: string;
}

const ITEM =
  'flex w-full items-center gap-3 rounded-control px-3 py-2.5 text-start text-base outline-none hover:bg-raised focus:bg-raised [&_svg]:size-4.5 [&_svg]:shrink-0';

/** A button that opens a list of links and actions; arrows, Home, End, Escape and a click elsewhere do what one expects. */
export function Menu({ label, button, items, heading, footing, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useCloseOutside(root, open, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' && !open) {
      event.preventDefault();
      setOpen(true);
    } else if (open) moveFocus(root.current, event);
  };
  return (
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={classes(
          'grid size-11 place-items-center rounded-pill transition duration-150 hover:bg-raised [&_svg]:size-5',
          className,
        )}
      >
        {button}
      </button>
      {open && (
        <div
          ref={openWhereItFits}
          className="absolute end-0 z-40 my-2 max-h-[calc(100dvh-4.5rem)] w-64 animate-rise overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1.5 shadow-float"
        >
          {heading && <div className="border-b border-line px-3 pt-2 pb-3 mb-1.5">{heading}</div>}
          <MenuList id={id} label={label} items={items} onDone={close} />
          {footing && <div className="mt-1.5 border-t border-line px-3 pt-3 pb-1.5">{footing}</div>}
        </div>
      )}
    </div>
  );
}

/** The tab bar of phones covers the lower edge. */
const BOTTOM = 64;

/** Opens the list above its button if it would end below the screen and there is room above. */
function openWhereItFits(list: HTMLElement | null): void {
  const button = list?.parentElement?.getBoundingClientRect();
  if (!list || !button) return;
  const { bottom, height } = list.getBoundingClientRect();
  if (bottom > innerHeight - BOTTOM && button.top > height + BOTTOM) list.style.bottom = '100%';
}

function MenuList({
  id,
  label,
  items,
  onDone,
}: {
  id: string;
  label: string;
  items: MenuItem[];
  onDone: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, []);
  return (
    <div ref={list} id={id} role="menu" aria-label={label}>
      {items.map((item) => {
        const look = classes(ITEM, item.danger && 'text-bad');
        const content = (
          <>
            {item.icon}
            <span className="min-w-0 flex-1 truncate">{item.label}</span>
          </>
        );
        return (
          <div
            key={item.label}
            role="none"
            className={classes(item.apart && 'mt-1.5 border-t border-line pt-1.5')}
          >
            {item.to ? (
              <Link role="menuitem" tabIndex={-1} to={item.to} className={look} onClick={onDone}>
                {content}
              </Link>
            ) : (
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={look}
                onClick={() => {
                  onDone();
                  item.onSelect?.();
                }}
              >
                {content}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function moveFocus(root: HTMLElement | null, event: KeyboardEvent): void {
  // a choice under the items has its own keys
  if (event.target instanceof HTMLSelectElement) return;
  const items = [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}

function useCloseOutside(root: React.RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
    };
  }, [root, open, close]);
}
