import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { lineAt, type ShownLine } from './transcript-lines.ts';

/** Who looks around in the lines isn't pulled back for so long. */
const LOOKING_MS = 5000;

/** Highlights the current line and scrolls it into view within its list; the page itself never scrolls. */
export function useFollow({
  stage,
  list,
  lines,
  isPaused,
}: {
  stage: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** The current lines; not called while they are folded. */
  lines: () => ShownLine[];
  /** It marks, and leaves the list where it is. */
  isPaused: boolean;
}): void {
  const lookedAt = useRef(0);
  useEffect(() => {
    const [stageElement, box] = [stage.current, list.current];
    if (!stageElement || !box) return;
    const leave = new AbortController();
    const markLooked = (): void => void (lookedAt.current = Date.now());
    let marked: ShownLine | null = null;
    const follow = ({ target }: Event): void => {
      if (!(target instanceof HTMLVideoElement) || box.clientHeight === 0) return;
      const line = lineAt(lines(), target.currentTime);
      if (line === marked) return;
      marked?.link.removeAttribute('aria-current');
      line?.link.setAttribute('aria-current', 'true');
      marked = line;
      if (!line || isPaused || Date.now() - lookedAt.current < LOOKING_MS) return;
      const { offsetTop, offsetHeight } = line.element;
      box.scrollTo({
        top: offsetTop - (box.clientHeight - offsetHeight) / 2,
        behavior: 'auto',
      });
    };
    const { signal } = leave;
    for (const name of ['timeupdate', 'seeked'])
      stageElement.addEventListener(name, follow, { signal, capture: true });
    for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      box.addEventListener(name, markLooked, { signal, passive: true });
    return () => {
      leave.abort();
      marked?.link.removeAttribute('aria-current');
    };
  }, [stage, list, lines, isPaused]);
}
