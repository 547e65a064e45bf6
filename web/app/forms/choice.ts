import { useRef, useState } from 'react';
import { nextTask } from '#web/ui/idle.ts';

/**
 * For what is saved with the press: the choice stands there from then on, whatever is answered to earlier ones meanwhile.
 * Once the last is saved, or failed, `known` stands there again. Its mutation has a `scope`, so that they go in turn.
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
