import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

interface Drag {
  id: number;
  /** Its place, were it let go now. */
  to: number;
}

/** A press becomes a drag once the pointer moved this far; until then it is a click. */
const STARTS_AFTER = 6;
/** How far into a row it replaces that row. */
const FIRST_PART = 0.4;
/** How close to the window's edge the page scrolls, and by how much per frame. */
const EDGE = 72;
const STEP = 10;

/**
 * Rows of a list that are dragged: anywhere by mouse, by their handle (`data-handle`) by touch, since
 * elsewhere it scrolls. `order`: their current ids. `onDrop` is called with the drop position. Each row has
 * its id in `data-row`.
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
      // the page may have scrolled under a pointer that didn't move
      if (drag) onDrop?.(drag.id, locateAddress(drag.id, clientY));
      end();
    },
    onPointerCancel: end,
    // prevents dragging links and pictures
    onDragStart: (event: { preventDefault: () => void }): void => event.preventDefault(),
  };
  return { drag, handlers: onDrop ? handlers : {} };
}

/** Scrolls the page while a drag is near the window's edge. */
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
