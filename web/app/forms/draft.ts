import { useEffect, useState } from 'react';
import { afterHydration, useHydrated } from '#web/ui/hydration.ts';
import { localStore } from '#web/ui/storage.ts';
import { personal, useOwner } from '../session/personal.ts';

export interface Draft {
  text: string;
  set(text: string): void;
  /** Clears the field; the text is stored until the request succeeds or fails. */
  send(): void;
  /** This text arrived. */
  arrived(text: string): void;
  /** The request failed: restores its text in the field, before anything typed since. */
  giveBack(text: string): void;
}

/** A text being written: it outlives a reload, a failed call and leaving the page, until it has arrived. */
export function useDraft(name: string, start = ''): Draft {
  const key = `draft:${name}`;
  // the server's HTML has no draft, however late this part is hydrated
  const hydrated = useHydrated();
  const [text, setText] = useState(() => (hydrated ? read(key) : '') || start);
  const owner = useOwner();
  const [shownTo, setShownTo] = useState(owner);
  if (owner !== shownTo) {
    setShownTo(owner);
    setText(read(key) || start);
  }
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
    arrived: (text) => {
      if (read(key) === text) write(key, '');
    },
    giveBack: (text) =>
      setText((since) => {
        const both = since.trim() ? `${text}\n${since}` : text;
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
    localStore.set(key, next);
  };
  return [value, set];
}

const readRemembered = (key: string): string => localStore.get(key) ?? '';
const read = (key: string): string => personal.ofTab.get(key) ?? '';

function write(key: string, text: string): void {
  if (text) personal.ofTab.set(key, text);
  else personal.ofTab.remove(key);
}
