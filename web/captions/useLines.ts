import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { whenIdle } from '#web/ui/idle.ts';
import { readRows, takeRest, writeRows, type Line, type ShownLine } from './transcript-lines.ts';

/** Rows created at once, between two frames. */
const SLICE = 100;

interface LineCache {
  rows: ShownLine[];
  /** The lines of a long transcript that are not rows yet. */
  rest: Line[];
}

/**
 * The lines of a transcript in the document, read on first use. The rest of a long one becomes rows while the
 * list is visible and the browser is idle.
 */
export function useLines(
  listRef: RefObject<HTMLElement | null>,
  videoId: number,
  /** The last HTML of the list. */
  html: string,
): {
  /** The lines that are rows already. */
  getLines: () => ShownLine[];
  /** All lines; creates the missing rows at once. */
  all: () => ShownLine[];
} {
  const cache = useRef<LineCache>(null);
  const make = useCallback(
    (most: number): ShownLine[] => {
      const box = listRef.current;
      if (!box) return [];
      cache.current ??= { rest: takeRest(box), rows: readRows(box.querySelectorAll('li')) };
      const { rows, rest } = cache.current;
      const next = rest.splice(0, most);
      if (next.length > 0) {
        box.insertAdjacentHTML('beforeend', writeRows(videoId, next, false));
        rows.push(...readRows([...box.querySelectorAll('li')].slice(-next.length)));
      }
      return rows;
    },
    [listRef, videoId],
  );
  useEffect(() => {
    cache.current = null;
    let isLeft = false;
    const makeSlowly = async (): Promise<void> => {
      do {
        await whenIdle();
        if (isLeft) return;
        make(SLICE);
      } while (cache.current?.rest.length);
    };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void makeSlowly();
    });
    if (listRef.current) observer.observe(listRef.current);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [listRef, make, html]);
  const getLines = useCallback(() => make(0), [make]);
  const all = useCallback(() => make(Infinity), [make]);
  return { getLines, all };
}
