import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { closeOnBack } from './back.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/Button.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays under the content while it scrolls. */
  actions?: ReactNode;
  wide?: boolean;
  /** All of a phone's screen; elsewhere wider still. */
  whole?: boolean;
  /** Escape, back, backdrop and the close button are disabled, e.g. during an upload. */
  locked?: boolean;
  /** It has no controls: the keys scroll what is too long. */
  plain?: boolean;
}

/**
 * Centred on wide screens, a bottom sheet on phones. Mount it to open, unmount it to close: the browser traps
 * the focus and restores it.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
  whole = false,
  locked = false,
  plain = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOpen(ref, () => {
    if (!locked) onClose();
    return !locked;
  });
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // a dialog over this one and a file chooser in it have a cancel of their own, which passes by here
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onKeyDown={(event) => {
        // a second Escape would close it without asking
        if (locked && event.key === 'Escape') event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current && !locked) onClose();
      }}
      className={classes(
        'm-0 mx-auto mt-auto text-start text-base font-normal max-h-[92dvh] w-full max-w-full animate-rise flex-col open:flex overflow-hidden bg-surface text-ink shadow-float',
        'rounded-t-card sm:m-auto sm:rounded-card',
        whole ? 'whole-dialog sm:max-w-4xl' : wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
      )}
    >
      <header className="flex items-start justify-between gap-4 border-b border-line py-2 pe-2 ps-5">
        <h2 id={titleId} className="min-w-0 self-center py-1.5 text-lg break-words">
          {title}
        </h2>
        <IconButton label={t`Close`} onClick={onClose} disabled={locked}>
          <X />
        </IconButton>
      </header>
      {/* with a basis of 0 % WebKit gives it no height, for the dialog's own is automatic */}
      <div
        {...(plain && { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })}
        className="min-h-0 flex-auto overflow-y-auto overscroll-contain p-5 -outline-offset-2"
      >
        {children}
      </div>
      {actions && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {actions}
        </footer>
      )}
      <div data-toasts aria-live="polite" aria-relevant="additions" />
    </dialog>
  );
}

/**
 * Shows the dialog modally while mounted, and restores the focus afterwards. Back calls `close` if given; it
 * returns whether the dialog closes.
 */
export function useOpen(ref: React.RefObject<HTMLDialogElement | null>, close?: () => boolean): void {
  const closes = close !== undefined;
  const onBack = useEffectEvent(() => close?.() ?? true);
  useEffect(() => (closes ? closeOnBack(onBack) : undefined), [closes]);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // reserves the scroll bar's width, if there was one: the page behind the dialog doesn't shift
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--gutter', innerWidth > clientWidth ? 'stable' : 'auto');
    dialog?.showModal();
    markOpen(1);
    return () => {
      dialog?.close();
      markOpen(-1);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [ref]);
}

let open = 0;

/** By an attribute: `:root:has(dialog)` would style the whole page again with each change in it. */
function markOpen(more: number): void {
  open += more;
  document.documentElement.toggleAttribute('data-dialog', open > 0);
}
