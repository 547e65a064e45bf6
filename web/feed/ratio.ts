import { useLayoutEffect, useRef } from 'react';
import type { Video } from '#contract/videos/videos.ts';

/** Of its sides; a foreign video's isn't known. */
export const ratioOf = ({ width, height }: Video): number => (width && height ? width / height : 16 / 9);

/**
 * Passes an aspect ratio to the styles: also as an attribute, as the content policy forbids inline styles in
 * the server's HTML.
 */
export function useRatio(ratio: number) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.style.setProperty('--ratio', String(ratio)), [ratio]);
  return { ref, 'data-ratio': ratio };
}
