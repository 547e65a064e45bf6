import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

interface Drag {
  id: number;
  /** Its place, were it let go now. */
  to: number;
}

/** A press becomes a drag once the pointer went so far; until then it is a press on what lies there. */
const STARTS_AFTER = 6;
/** It takes the place of a row once it is so far into it. */
const FIRST_PART = 0.4;
/** So near to the edge of the window the page goes on by itself, by so much a frame. */
const EDGE = 72;
const STEP = 10;

/**
 * Rows of a list that are dragged: by a mouse anywhere on them, by a finger on their handle (`data-handle`), for elsewhere
 * it scrolls. `order`: their ids as they stand. `onDrop` hears where one was let go. Each row says its id in `data-row`.
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  order: readonly number[],
  onDrop: ((id: number, to: number) => void) | null,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressed = useRef<{ id: number; pointer: number; y: number } | null>(null);

  const locateAddress = (id: number, y: number): number =>
    [...(list.current?.children ?? [])].filter((row) => {
      const other = Number((row as HTMLElement).dataset['row']);
      const { top, height } = row.getBoundingClientRect();
      const passed = order.indexOf(other) > order.indexOf(id) ? FIRST_PART : 1 - FIRST_PART;
      return other !== id && top + height * passed < y;
    }).length;

  useEdges(drag !== null, () => pressed.current?.y ?? null);
  const end = (): void => {
    pressed.current = null;
    setDrag(null);
  };
  const handlers = {
    onPointerDown: ({ target, button, pointerId, pointerType, clientY }: PointerEvent): void => {
      const on = target as Element;
      const handle = on.closest('[data-handle]');
      const row = on.closest<HTMLElement>('[data-row]');
      const isOther = pointerType !== 'mouse' || on.closest('button, input, select');
      if (!row || button !== 0 || (isOther && !handle)) return;
      pressed.current = { id: Number(row.dataset['row']), pointer: pointerId, y: clientY };
    },
    onPointerMove: ({ pointerId, clientY }: PointerEvent): void => {
      const at = pressed.current;
      if (at?.pointer !== pointerId) return;
      if (!drag && Math.abs(clientY - at.y) < STARTS_AFTER) return;
      // the list takes the pointer: a link under it is not followed in the end
      if (!drag) list.current?.setPointerCapture(pointerId);
      at.y = clientY;
      setDrag({ id: at.id, to: locateAddress(at.id, clientY) });
    },
    onPointerUp: ({ clientY }: PointerEvent): void => {
      // the page may have gone on under a pointer that kept still
      if (drag) onDrop?.(drag.id, locateAddress(drag.id, clientY));
      end();
    },
    onPointerCancel: end,
    // neither are links and pictures dragged out of it
    onDragStart: (event: { preventDefault: () => void }): void => event.preventDefault(),
  };
  return { drag, handlers: onDrop ? handlers : {} };
}

/** The page goes on by itself while a drag is near the edge of the window. */
function useEdges(isDragging: boolean, at: () => number | null): void {
  const now = useRef(at);
  useEffect(() => {
    now.current = at;
  });
  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const y = now.current() ?? innerHeight / 2;
      if (y < EDGE) scrollBy(0, -STEP);
      if (y > innerHeight - EDGE) scrollBy(0, STEP);
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging]);
}
