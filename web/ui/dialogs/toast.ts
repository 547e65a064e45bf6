import { createStore } from '../store.ts';

export type ToastKind = 'ok' | 'info' | 'warn' | 'bad';
export interface ToastState {
  id: number;
  kind: ToastKind;
  title: string;
  text?: string;
  /** A way back, as long as it is shown. */
  action?: { label: string; run: () => void };
}

/** The current toasts; shown by Toasts.tsx, which loads with the first one. */
export const shown = createStore<ToastState[]>([]);
export const SHOWN_MS = 6000;
const MAX_AT = 4;
let last = 0;

/** Shows a brief message. A text that is already visible isn't repeated. */
export function toast(
  title: string,
  { kind = 'ok', text, action }: { kind?: ToastKind; text?: string; action?: ToastState['action'] } = {},
): void {
  const others = shown.get().filter((item) => item.title !== title || item.text !== text);
  last += 1;
  shown.set([...others, { id: last, kind, title, text, action }].slice(-MAX_AT));
}

export function dismiss(id: number): void {
  shown.set(shown.get().filter((item) => item.id !== id));
}
