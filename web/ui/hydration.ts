import { useSyncExternalStore } from 'react';

/** Whether this page was written by the server and its scripts have not taken it over yet. */
let isPending = false;
const later: (() => void)[] = [];

export const isHydrating = (): boolean => isPending;

export function beginHydration(): void {
  isPending = true;
}

/** What waited runs now: it may show what the server, writing for everybody, could not know. */
export function endHydration(): void {
  isPending = false;
  for (const run of later.splice(0)) run();
  void replayEarlyEvents();
}

/** Of what was pressed and typed before: all but what belongs to parts whose code is still to come (Later.tsx). */
export async function replayEarlyEvents(): Promise<void> {
  // values at once: whoever draws next gives each field what is known of it, which is nothing yet
  const early = (window.takeEarlyEvents?.() ?? []).map((event) => ({ ...event, value: valueOf(event) }));
  // React reads the session right after it has taken over: until then a member's press would be a guest's
  await Promise.resolve();
  if (!document.querySelector('[data-later]')) delete window.takeEarlyEvents;
  for (const event of early) {
    replay(event);
    // React shows what it changed: the next one is heard by what stands there then
    await Promise.resolve();
  }
}

interface EarlyEvent {
  target: Element;
  type: 'click' | 'submit' | 'input';
  /** Where it stood: which child of which child of the document's element. */
  path: number[];
}

declare global {
  interface Window {
    /** Of web/index.html: what was pressed and typed before the scripts were there that know what to do with it. */
    takeEarlyEvents?: () => EarlyEvent[];
  }
}

const valueOf = ({ target }: EarlyEvent): string => (target as HTMLInputElement).value;

function replay({ target: pressed, type, path, value }: EarlyEvent & { value: string }): void {
  const target = pressed.isConnected ? pressed : findRerendered(pressed, path);
  if (!target) return;
  if (type === 'input') retype(target as HTMLInputElement, value);
  else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
  else {
    // what the press opens gives the focus back to where it was pressed
    target.closest<HTMLElement>('button')?.focus();
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
}

/** What stands in its place, where React drew a page again because something else (a translator, an extension) had changed it. */
function findRerendered({ tagName, textContent }: Element, path: number[]): Element | undefined {
  let element: Element | undefined = document.documentElement;
  for (const at of path) element = element?.children[at];
  return element?.tagName === tagName && element.textContent === textContent ? element : undefined;
}

/** React takes no notice of a value it has seen: first of an empty field, then of what was typed. */
function retype(field: HTMLInputElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  field.value = '';
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Runs at once, or as soon as the page belongs to its scripts. */
export function afterHydration(run: () => void): void {
  if (isPending) later.push(run);
  else run();
}

const never = () => () => {};

/**
 * False on the server and where its page is taken over, for these two must agree; true after. For what only this browser
 * knows: its time zone, its clock, its storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
