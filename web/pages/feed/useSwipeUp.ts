import { useRef } from 'react';
import type { TouchEvent } from 'react';

const MIN_PX = 70;

/** An upward swipe, on a phone. */
export function useSwipeUp(onSwipe: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches.length === 1 ? touches.item(0) : null;
      // the slider handles its own drags
      const isFree = !(target instanceof Element && target.closest('input, button'));
      start.current = touch && isFree ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      const { current: from } = start;
      start.current = null;
      if (!from || !matchMedia('(width < 56.25rem)').matches || document.fullscreenElement) return;
      const up = from.y - touch.clientY;
      if (up > MIN_PX && up > 2 * Math.abs(from.x - touch.clientX)) onSwipe();
    },
  };
}
