import { t } from '@lingui/core/macro';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../controls/Button.tsx';
import { useStore } from '../store.ts';
import { SHOWN_MS, dismiss, shown } from './toast.ts';
import type { Note } from './toast.ts';

const VARIANTS = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  info: { Icon: Info, tone: 'text-info' },
  warn: { Icon: TriangleAlert, tone: 'text-warn' },
  bad: { Icon: CircleX, tone: 'text-bad' },
} as const;

/** At the bottom on phones, top right on wide screens, above open dialogs. */
export function Toasts() {
  const notes = useStore(shown);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  // what is outside an open dialog can be neither pressed nor heard: toasts move in, and out again with its end
  useLayoutEffect(() => {
    const look = (): void => setDialog(topDialog());
    look();
    dialog?.addEventListener('close', look);
    return () => dialog?.removeEventListener('close', look);
  }, [notes, dialog]);
  const list = <List notes={notes} dialog={dialog} />;
  return dialog ? createPortal(list, dialog.querySelector('[data-toasts]') ?? dialog) : list;
}

const topDialog = (): HTMLDialogElement | null =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null;

function List({ notes, dialog }: { notes: Note[]; dialog: HTMLDialogElement | null }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!host) return;
    // A popover shown last lies over modal dialogs too.
    if (!host.matches(':popover-open')) host.showPopover();
    return keepClear(host, dialog);
  }, [host, dialog]);
  return (
    <section
      ref={setHost}
      popover="manual"
      aria-label={t`Notices`}
      className="toasts on-stage pointer-events-none fixed inset-auto end-0 bottom-(--tabs,0px) start-0 m-0 flex w-full flex-col items-center bg-transparent p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:top-14 sm:bottom-auto sm:start-auto sm:w-100 sm:items-end"
    >
      {notes.map((note, at) => (
        <Toast key={note.id} note={note} isNewest={at === notes.length - 1} />
      ))}
    </section>
  );
}

const SIDE = 400;

/**
 * Keeps toasts off what a dialog can be answered with: they stay above its actions, unless there is room beside it.
 * Gives what ends that.
 */
function keepClear(host: HTMLElement, dialog: HTMLDialogElement | null): () => void {
  const place = (): void => {
    const box = dialog && dialog.getBoundingClientRect();
    const beside = !box || (innerWidth >= 640 && innerWidth - box.right >= SIDE);
    const footer = dialog?.querySelector(':scope > footer')?.getBoundingClientRect();
    host.style.cssText = beside
      ? ''
      : `top: auto; bottom: ${innerHeight - (footer?.top ?? box.bottom)}px; right: auto; left: ${Math.max(box.left, box.right - SIDE)}px; width: ${Math.min(box.width, SIDE)}px; padding-bottom: 0.5rem`;
  };
  place();
  const watcher = new ResizeObserver(place);
  if (dialog) {
    watcher.observe(dialog);
    for (const part of dialog.children) watcher.observe(part);
  }
  addEventListener('resize', place);
  return () => {
    watcher.disconnect();
    removeEventListener('resize', place);
  };
}

/** The newest is seen; those before it are only heard until their time is over. */
function Toast({ note, isNewest }: { note: Note; isNewest: boolean }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(note.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, note.id]);
  const { Icon, tone } = VARIANTS[note.kind];
  return (
    <div
      role={note.kind === 'bad' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={
        isNewest
          ? 'pointer-events-auto flex max-w-full animate-rise items-center gap-2.5 rounded-card border border-line bg-stage py-1 pe-1 ps-3.5 text-ink shadow-float'
          : 'sr-only'
      }
    >
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-1.5 text-sm break-words">
        <p className="font-semibold">{note.title}</p>
        {note.text && <p className="text-ink-soft">{note.text}</p>}
      </div>
      {isNewest && note.action && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            note.action?.run();
            dismiss(note.id);
          }}
        >
          {note.action.label}
        </Button>
      )}
      {isNewest && (
        <IconButton small label={t`Dismiss`} onClick={() => dismiss(note.id)}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
