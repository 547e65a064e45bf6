import { useEffect } from 'react';
import { endHydration } from '#web/ui/hydration.ts';

/** Says when the whole page belongs to its scripts. */
export function Hydrated() {
  useEffect(endHydration, []);
  return null;
}
