import { useEffect, useState } from 'react';
import { afterHydration, useHydrated } from '#web/ui/hydration.ts';

export interface Draft {
  text: string;
  set(text: string): void;
  /** Empties the field; the words stay kept until it is known what became of them. */
  send(): void;
  /** These words arrived. */
  arrived(words: string): void;
  /** These words did not: they stand in the field again, ahead of what was typed since. */
  giveBack(words: string): void;
}

/** A text being written: it outlives a reload, a failed call and leaving the page, until it has arrived. */
export function useDraft(name: string, start = ''): Draft {
  const key = `draft:${name}`;
  // the server's page knows none, however late this part of it is taken over
  const hydrated = useHydrated();
  const [text, setText] = useState(() => (hydrated ? read(key) : '') || start);
  useEffect(() => {
    if (!hydrated) afterHydration(() => setText(read(key) || start));
  }, [key, start, hydrated]);
  const set = (next: string): void => {
    setText(next);
    write(key, next);
  };
  return {
    text,
    set,
    send: () => setText(''),
    arrived: (words) => {
      if (read(key) === words) write(key, '');
    },
    giveBack: (words) =>
      setText((since) => {
        const both = since.trim() ? `${words}\n${since}` : words;
        write(key, both);
        return both;
      }),
  };
}

/** A value this browser remembers for the next visit. */
export function useRemembered(key: string): [value: string, set: (value: string) => void] {
  const hydrated = useHydrated();
  const [value, setValue] = useState(() => (hydrated ? readRemembered(key) : ''));
  useEffect(() => {
    if (!hydrated) afterHydration(() => setValue(readRemembered(key)));
  }, [key, hydrated]);
  const set = (next: string): void => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Storage can be switched off.
    }
  };
  return [value, set];
}

function readRemembered(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage can be switched off or full; the text still stands in its field.
  }
}
