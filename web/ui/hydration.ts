import { useSyncExternalStore } from 'react';

/** Whether this page was written by the server and its scripts have not taken it over yet. */
let isPending = false;
const later: (() => void)[] = [];

export const isHydrating = (): boolean => isPending;

export function beginHydration(): void {
  isPending = true;
}

/** Runs callbacks that waited for hydration: they may render what the server, rendering for everyone, couldn't know. */
export function endHydration(): void {
  isPending = false;
  for (const run of later.splice(0)) run();
  void replayEarlyEvents();
}

/** Replays events from before hydration, except for parts whose code hasn't loaded yet (Later.tsx). */
export async function replayEarlyEvents(): Promise<void> {
  // read all values now: a render resets each field to its state, which is still empty
  const early = (window.takeEarlyEvents?.() ?? []).map((event) => ({ ...event, value: valueOf(event) }));
  // React reads the session right after it has taken over: until then a member's press would be a guest's
  await Promise.resolve();
  if (!document.querySelector('[data-later]')) delete window.takeEarlyEvents;
  for (const event of early) {
    replay(event);
    // React renders the change, so that the next event reaches the updated page
    await Promise.resolve();
  }
}

interface EarlyEvent {
  target: Element;
  type: 'click' | 'submit' | 'input';
  /** Its former position: child indexes from the document's element down. */
  path: number[];
}

declare global {
  interface Window {
    /** Defined by web/index.html: clicks and input from before the scripts were loaded. */
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

/**
 * The replacement of an element, where React rendered the page again because a translator or an extension had changed
 * it.
 */
function findRerendered({ tagName, textContent }: Element, path: number[]): Element | undefined {
  let element: Element | undefined = document.documentElement;
  for (const at of path) element = element?.children[at];
  return element?.tagName === tagName && element.textContent === textContent ? element : undefined;
}

/** React ignores a value it already knows: report an empty field first, then what was typed. */
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
