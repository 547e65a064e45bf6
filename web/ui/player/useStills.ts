import { useEffect, useState } from 'react';
import { readStoryboard } from './storyboard.rules.ts';
import type { Still } from './storyboard.rules.ts';

/** Loaded on the first preview; until then only the time is shown. */
export function useStills(storyboard: string | null): Still[] {
  const [stills, setStills] = useState<Still[]>([]);
  useEffect(() => {
    if (!storyboard) return;
    const leave = new AbortController();
    const url = new URL(storyboard, location.href).href;
    void fetch(url, { signal: leave.signal })
      .then(async (answer) => {
        if (answer.ok) setStills(readStoryboard(await answer.text(), url));
      })
      .catch(() => undefined);
    return () => leave.abort();
  }, [storyboard]);
  return stills;
}
