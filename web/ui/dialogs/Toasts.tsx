import { t } from '@lingui/core/macro';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../controls/Button.tsx';
import { useStore } from '../store.ts';
import { SHOWN_MS, dismiss, shown } from './toast.ts';
import type { ToastState } from './toast.ts';

const VARIANTS = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  info: { Icon: Info, tone: 'text-info' },
  warn: { Icon: TriangleAlert, tone: 'text-warn' },
  bad: { Icon: CircleX, tone: 'text-bad' },
} as const;

/** At the bottom on phones, top right on wide screens, above open dialogs. */
export function Toasts() {
  const toasts = useStore(shown);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  // what is outside an open dialog can be neither pressed nor heard: toasts move in, and out again with its end
  useLayoutEffect(() => {
    const look = (): void => setDialog(topDialog());
    look();
    dialog?.addEventListener('close', look);
    return () => dialog?.removeEventListener('close', look);
  }, [toasts, dialog]);
  const list = <List toasts={toasts} dialog={dialog} />;
  return dialog ? createPortal(list, dialog.querySelector('[data-toasts]') ?? dialog) : list;
}

const topDialog = (): HTMLDialogElement | null =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null;

function List({ toasts, dialog }: { toasts: ToastState[]; dialog: HTMLDialogElement | null }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!host) return;
    // The popover shown last is on top of modal dialogs, too.
    if (!host.matches(':popover-open')) host.showPopover();
    return avoidOverlap(host, dialog);
  }, [host, dialog]);
  return (
    <section
      ref={setHost}
      popover="manual"
      aria-label={t`Notices`}
      className="toasts on-stage pointer-events-none fixed inset-auto end-0 bottom-(--tabs,0px) start-0 m-0 flex w-full flex-col items-center bg-transparent p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:top-14 sm:bottom-auto sm:start-auto sm:w-100 sm:items-end"
    >
      {toasts.map((toast, at) => (
        <Toast key={toast.id} toast={toast} isNewest={at === toasts.length - 1} />
      ))}
    </section>
  );
}

const SIDE = 400;

/**
 * Prevents toasts from covering a dialog's actions: they are above them, unless there is room beside it.
 * Returns a function that stops it.
 */
function avoidOverlap(host: HTMLElement, dialog: HTMLDialogElement | null): () => void {
  const updatePosition = (): void => {
    const box = dialog && dialog.getBoundingClientRect();
    const beside = !box || (innerWidth >= 640 && innerWidth - box.right >= SIDE);
    const footer = dialog?.querySelector(':scope > footer')?.getBoundingClientRect();
    host.style.cssText = beside
      ? ''
      : `top: auto; bottom: ${innerHeight - (footer?.top ?? box.bottom)}px; right: auto; left: ${Math.max(box.left, box.right - SIDE)}px; width: ${Math.min(box.width, SIDE)}px; padding-bottom: 0.5rem`;
  };
  updatePosition();
  const watcher = new ResizeObserver(updatePosition);
  if (dialog) {
    watcher.observe(dialog);
    for (const part of dialog.children) watcher.observe(part);
  }
  addEventListener('resize', updatePosition);
  return () => {
    watcher.disconnect();
    removeEventListener('resize', updatePosition);
  };
}

/** The newest is seen; those before it are only heard until their time is over. */
function Toast({ toast, isNewest }: { toast: ToastState; isNewest: boolean }) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id]);
  const { Icon, tone } = VARIANTS[toast.kind];
  return (
    <div
      role={toast.kind === 'bad' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={
        isNewest
          ? 'pointer-events-auto flex max-w-full animate-rise items-center gap-2.5 rounded-card border border-line bg-stage py-1 pe-1 ps-3.5 text-ink shadow-float'
          : 'sr-only'
      }
    >
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-1.5 text-sm break-words">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-ink-soft">{toast.text}</p>}
      </div>
      {isNewest && toast.action && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      {isNewest && (
        <IconButton small label={t`Dismiss`} onClick={() => dismiss(toast.id)}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
