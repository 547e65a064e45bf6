import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';

interface PopoverProps {
  /** What `children` renders, under the id it is given. */
  kind: 'menu' | 'dialog';
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  children: (id: string, close: () => void) => ReactNode;
  className?: string | undefined;
  panelClassName: string;
  /** While it is open. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A button with a panel below it, which Escape, a click elsewhere and focus elsewhere close. */
export function Popover({
  kind,
  label,
  button,
  children,
  className,
  panelClassName,
  onKeyDown,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  useCloseOutside(root, open, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    document.getElementById(`${id}-button`)?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' && !open) {
      event.preventDefault();
      setOpen(true);
    } else if (open) onKeyDown?.(event);
  };
  return (
    <div ref={root} className="relative" onKeyDown={handleKey}>
      <button
        id={`${id}-button`}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup={kind}
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
          className={classes(
            'absolute end-0 z-40 my-2 max-h-[calc(100dvh-4.5rem)] animate-rise overscroll-contain rounded-card border border-line bg-surface shadow-float',
            panelClassName,
          )}
        >
          {children(id, close)}
        </div>
      )}
    </div>
  );
}

/** The tab bar of phones covers the lower edge. */
const BOTTOM = 64;

/** The header covers the upper edge; the list stands off its button, too. */
const TOP = 64;
/** Two items and a half: the rest is there to scroll to. */
const MIN_HEIGHT = 112;

/** Opens the panel on the side of its button with more room if it doesn't fit below; what is longer scrolls. */
function openWhereItFits(panel: HTMLElement | null): void {
  const button = panel?.parentElement?.getBoundingClientRect();
  if (!panel || !button) return;
  const below = innerHeight - BOTTOM - button.bottom - 8;
  const above = button.top - TOP - 8;
  const isAbove = panel.offsetHeight > below && above > below;
  if (isAbove) panel.style.bottom = '100%';
  const room = isAbove ? above : innerHeight - button.bottom - 16;
  if (panel.offsetHeight > room) panel.style.maxHeight = `${Math.max(MIN_HEIGHT, room)}px`;
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
