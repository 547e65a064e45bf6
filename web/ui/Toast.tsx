import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './Button.tsx';
import { createStore, useStore } from './store.ts';

export type ToastKind = 'ok' | 'info' | 'warn' | 'bad';
interface Note {
  id: number;
  kind: ToastKind;
  title: string;
  text?: string;
}

const shown = createStore<Note[]>([]);
const SHOWN_MS = 6000;
const AT_MOST = 4;
let last = 0;

/** Says something in passing. Pass the same words twice and they are shown once. */
export function toast(title: string, { kind = 'ok', text }: { kind?: ToastKind; text?: string } = {}): void {
  const others = shown.get().filter((note) => note.title !== title || note.text !== text);
  last += 1;
  shown.set([...others, { id: last, kind, title, text }].slice(-AT_MOST));
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((note) => note.id !== id));
}

const LOOKS = {
  ok: { Icon: CircleCheck, tone: 'text-ok' },
  info: { Icon: Info, tone: 'text-info' },
  warn: { Icon: TriangleAlert, tone: 'text-warn' },
  bad: { Icon: CircleX, tone: 'text-bad' },
} as const;

/** Mounted once, by the shell: at the bottom on phones, top right on wide screens, above open dialogs. */
export function Toasts() {
  const notes = useStore(shown);
  const [host, setHost] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!host) return;
    // A popover shown last lies over modal dialogs too.
    if (notes.length > 0 && document.querySelector('dialog:modal')) host.hidePopover();
    if (!host.matches(':popover-open')) host.showPopover();
  }, [host, notes]);
  return (
    <section
      ref={setHost} popover="manual" aria-label="Notices" aria-live="polite" aria-relevant="additions"
      className="pointer-events-none fixed inset-auto right-0 bottom-0 left-0 m-0 flex w-full flex-col gap-2 bg-transparent p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:top-14 sm:bottom-auto sm:left-auto sm:w-100"
    >
      {notes.map((note) => <Toast key={note.id} note={note} />)}
    </section>
  );
}

function Toast({ note }: { note: Note }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(note.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, note.id]);
  const { Icon, tone } = LOOKS[note.kind];
  return (
    <div
      role={note.kind === 'bad' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-4 text-ink shadow-float"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 text-sm break-words">
        <p className="font-semibold">{note.title}</p>
        {note.text && <p className="text-ink-soft">{note.text}</p>}
      </div>
      <IconButton small label="Dismiss" className="-my-1.5" onClick={() => dismiss(note.id)}><X /></IconButton>
    </div>
  );
}
