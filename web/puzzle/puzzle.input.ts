import type { Action } from './puzzle.rules.ts';

export const SWIPE_PX = 50;

const KEYS: Record<string, Action> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ' ': 'rotate',
  ArrowUp: 'rotate',
  Enter: 'drop',
  c: 'hold',
  C: 'hold',
};

/** The action of a key; Enter and space on a focused button are left to the button. */
export function actionOf(event: { key: string; target: EventTarget | null }): Action | null {
  const onButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
  if (onButton && (event.key === 'Enter' || event.key === ' ')) return null;
  return KEYS[event.key] ?? null;
}

/**
 * Converts swipes to actions: each 50 px sideways is a step, down drops, up holds the piece, a tap rotates.
 */
export function createSwipe(act: (action: Action) => void) {
  let from: { x: number; y: number } | null = null;
  let acted = false;
  return {
    down(x: number, y: number): void {
      from = { x, y };
      acted = false;
    },
    move(x: number, y: number): void {
      if (!from) return;
      const dx = x - from.x;
      const dy = y - from.y;
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > Math.abs(dy)) {
        act(dx < 0 ? 'left' : 'right');
        from = { x: from.x + Math.sign(dx) * SWIPE_PX, y };
        acted = true;
      } else if (!acted && Math.abs(dy) >= SWIPE_PX) {
        act(dy > 0 ? 'drop' : 'hold');
        from = null;
      }
    },
    up(x: number, y: number): void {
      if (from && !acted && Math.hypot(x - from.x, y - from.y) < 10) act('rotate');
      from = null;
    },
    cancel(): void {
      from = null;
    },
  };
}
