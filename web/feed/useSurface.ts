import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

const TWICE_MS = 260;
const LONG_MS = 450;
const MOVED_PX = 10;
/** The fraction of the width at either side where a long press speeds up playback. */
const EDGE = 0.18;

interface Surface {
  onTap: () => void;
  onTwice: (x: number, y: number) => void;
  onLong: () => void;
  /** A finger rests at the edge, or leaves it. */
  onEdge: (pressed: boolean) => void;
}

/** Presses on the picture: once, twice, long, and long at the edge. A swipe is none of them. */
export function useSurface({ onTap, onTwice, onLong, onEdge }: Surface) {
  const state = useRef({ x: 0, y: 0, edge: false, wasLong: false });
  const long = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tap = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = (): void => {
    clearTimeout(long.current);
    if (state.current.edge) onEdge(false);
    state.current.edge = false;
  };
  const locateAddress = (event: PointerEvent | MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width };
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const { x, width } = locateAddress(event);
      state.current = { x: event.clientX, y: event.clientY, edge: false, wasLong: false };
      long.current = setTimeout(() => {
        state.current.wasLong = true;
        if (x < width * EDGE || x > width * (1 - EDGE)) {
          state.current.edge = true;
          onEdge(true);
        } else onLong();
      }, LONG_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = state.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // a long press opens our own menu
    onContextMenu: (event: MouseEvent) => {
      if (state.current.wasLong || matchMedia('(pointer: coarse)').matches) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      if (state.current.wasLong) {
        state.current.wasLong = false;
        return;
      }
      if (tap.current) {
        clearTimeout(tap.current);
        tap.current = undefined;
        const { x, y } = locateAddress(event);
        onTwice(x, y);
        return;
      }
      tap.current = setTimeout(() => {
        tap.current = undefined;
        onTap();
      }, TWICE_MS);
    },
  };
}
