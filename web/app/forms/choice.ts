import { useRef, useState } from 'react';
import { nextTask } from '#web/ui/idle.ts';

/**
 * For controls that save on each press: the latest choice is displayed, whatever earlier requests return.
 * Once the last is saved, or failed, `known` is displayed again. Its mutation has a `scope`, so that requests
 * run in order.
 */
export function useChoice<T>(known: T): [shown: T, choose: (value: T, saving: Promise<unknown>) => void] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const last = useRef(0);
  const choose = (value: T, saving: Promise<unknown>): void => {
    const turn = ++last.current;
    setChosen({ value });
    void saving
      .catch(() => undefined)
      // the answer is drawn first
      .then(nextTask)
      .then(() => {
        if (turn === last.current) setChosen(null);
      });
  };
  return [chosen ? chosen.value : known, choose];
}
