import { useEffect, useRef, useState } from 'react';

const IDLE_MS = 2500;

/**
 * Whether controls are visible: always while a video is paused or they are in use, else for a moment after
 * each move.
 */
export function useShownControls(paused: boolean, inUse: boolean) {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = (): void => {
    setAwake(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAwake(false), IDLE_MS);
  };
  const sleep = (): void => {
    clearTimeout(timer.current);
    setAwake(false);
  };
  useEffect(() => {
    if (paused) return;
    timer.current = setTimeout(() => setAwake(false), IDLE_MS);
    return () => clearTimeout(timer.current);
  }, [paused]);
  return { shown: paused || inUse || awake, wake, sleep };
}
