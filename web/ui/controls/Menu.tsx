import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '../classes.ts';
import { Popover } from './Popover.tsx';

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
  /** So many items that a low screen shows them in two columns, without the footing. */
  long?: boolean;
  className?: string;
}

const ITEM =
  'flex w-full items-center gap-3 rounded-control px-3 py-2.5 text-start text-base outline-none hover:bg-raised focus:bg-raised [&_svg]:size-4.5 [&_svg]:shrink-0';

/** A button that opens a list of links and actions; arrows, Home, End, Escape and a click elsewhere do what one expects. */
export const Menu = ({ label, button, items, heading, footing, long = false, className }: MenuProps) => (
  <Popover
    kind="menu"
    label={label}
    button={button}
    className={className}
    onKeyDown={moveFocus}
    panelClassName={classes('w-64 overflow-y-auto p-1.5', long && 'short:w-lg')}
  >
    {(id, close) => (
      <>
        {heading && <div className="border-b border-line px-3 pt-2 pb-3 mb-1.5">{heading}</div>}
        <MenuList id={id} label={label} items={items} long={long} onDone={close} />
        {footing && (
          <div className={classes('mt-1.5 border-t border-line px-3 pt-3 pb-1.5', long && 'short:hidden')}>
            {footing}
          </div>
        )}
      </>
    )}
  </Popover>
);

function MenuList({
  id,
  label,
  items,
  long,
  onDone,
}: {
  id: string;
  label: string;
  items: MenuItem[];
  long: boolean;
  onDone: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, []);
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      className={long ? 'short:grid short:grid-cols-2' : undefined}
    >
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
            className={classes(
              item.apart && 'mt-1.5 border-t border-line pt-1.5',
              item.apart && long && 'short:mt-0 short:border-0 short:pt-0',
            )}
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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // a choice under the items has its own keys
  if (event.target instanceof HTMLSelectElement) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
