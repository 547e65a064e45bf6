import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { togglePlay } from './player.actions.ts';

const TWICE_MS = 300;
const SKIP_SECONDS = 10;

/**
 * Presses on the picture. A mouse plays and pauses. A tap plays a paused video, else shows the controls first
 * and pauses with the next tap; a double tap at a side skips ten seconds that way, and each further tap
 * another ten.
 */
export function useGestures(
  video: HTMLVideoElement | null,
  {
    shown,
    wake,
    onTwice,
    onSkip,
  }: { shown: boolean; wake: () => void; onTwice: () => void; onSkip: (seconds: number) => void },
) {
  const pointer = useRef('mouse');
  const last = useRef({ at: 0, wasPaused: true });
  const tap = (event: MouseEvent<HTMLElement>, video: HTMLVideoElement): void => {
    const twice = event.timeStamp - last.current.at < TWICE_MS;
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    wake();
    if (twice && (across < 1 / 3 || across > 2 / 3)) {
      onSkip(across < 1 / 3 ? -SKIP_SECONDS : SKIP_SECONDS);
      last.current.at = event.timeStamp;
      // the first of the two pressed may have paused or played
      if (video.paused !== last.current.wasPaused) togglePlay(video);
      return;
    }
    last.current = { at: event.timeStamp, wasPaused: video.paused };
    if (video.paused || shown) togglePlay(video);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      pointer.current = event.pointerType;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!video) return;
      if (pointer.current === 'touch') tap(event, video);
      else togglePlay(video);
    },
    onDoubleClick: () => {
      if (pointer.current !== 'touch') onTwice();
    },
  };
}
