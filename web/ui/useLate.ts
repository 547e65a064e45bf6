import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';

const IGNORE = (): void => {};

/** Unlike `lazy`, code that fails to load doesn't break the tree, and is requested again the next time. */
export function useLate(load: () => Promise<ComponentType>, wanted: unknown, onFailure = IGNORE): ReactNode {
  const [element, setElement] = useState<ReactNode>(null);
  useEffect(() => {
    if (wanted && !element)
      void load().then((Loaded) => startTransition(() => setElement(createElement(Loaded))), onFailure);
  }, [wanted, element, load, onFailure]);
  return element;
}
