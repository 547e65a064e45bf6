import { useMatches } from '#web/ui/useMatches.ts';

/** Comments are shown beside the video. */
export const useWide = (): boolean => useMatches('(width >= 56.25rem) and (height > 31.25rem)');
