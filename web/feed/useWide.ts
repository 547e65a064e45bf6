import { useMatches } from '#web/ui/useMatches.ts';

/** Comments stand beside the clip. */
export const useWide = (): boolean => useMatches('(width >= 56.25rem) and (height > 31.25rem)');
