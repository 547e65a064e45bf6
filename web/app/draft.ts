import { useState } from 'react';

/** A text being written: it outlives a reload and a failed call, until it is cleared. */
export function useDraft(name: string): [text: string, set: (text: string) => void] {
  const key = `draft:${name}`;
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      setText(next);
      write(key, next);
    },
  ];
}

/** A value this browser remembers for the next visit. */
export function useRemembered(key: string): [value: string, set: (value: string) => void] {
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  });
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
