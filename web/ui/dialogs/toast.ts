import { createStore } from '../store.ts';

export type ToastKind = 'ok' | 'info' | 'warn' | 'bad';
export interface Note {
  id: number;
  kind: ToastKind;
  title: string;
  text?: string;
  /** A way back, as long as it is shown. */
  action?: { label: string; run: () => void };
}

/** What is being said just now; shown by Toasts.tsx, which is fetched with the first one. */
export const shown = createStore<Note[]>([]);
export const SHOWN_MS = 6000;
const MAX_AT = 4;
let last = 0;

/** Says something in passing. Pass the same words twice and they are shown once. */
export function toast(
  title: string,
  { kind = 'ok', text, action }: { kind?: ToastKind; text?: string; action?: Note['action'] } = {},
): void {
  const others = shown.get().filter((note) => note.title !== title || note.text !== text);
  last += 1;
  shown.set([...others, { id: last, kind, title, text, action }].slice(-MAX_AT));
}

export function dismiss(id: number): void {
  shown.set(shown.get().filter((note) => note.id !== id));
}
