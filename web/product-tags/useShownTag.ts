import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { ProductTag } from '#contract/product-tags/product-tags.ts';
import { shownTag } from '#contract/product-tags/shown-tag.ts';
import { tagsQuery } from './product-tags.queries.ts';

/** While a product is on the screen: what sells out or is hidden is gone within a second. */
const REFRESH_MS = 800;
const MOVES = ['timeupdate', 'seeking', 'ended', 'emptied'];
const NONE: ProductTag[] = [];

/** The product that a playing video shows now, unless it was closed. */
export function useShownTag(
  videoId: number,
  video: HTMLVideoElement,
): { tag: ProductTag | null; close: () => void } {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const watch = useCallback(
    (onMove: () => void) => {
      for (const name of MOVES) video.addEventListener(name, onMove);
      return () => {
        for (const name of MOVES) video.removeEventListener(name, onMove);
      };
    },
    [video],
  );
  const { data = NONE } = useQuery({
    ...tagsQuery(videoId),
    refetchInterval: ({ state }) => (shownTag(state.data ?? NONE, video.currentTime) ? REFRESH_MS : false),
  });
  const tag = useSyncExternalStore(watch, () => shownTag(data, video.currentTime));
  const key = tag && keyOf(tag);
  return {
    tag: key !== null && closed.includes(key) ? null : tag,
    close: () => key !== null && setClosed((before) => [...before, key]),
  };
}

const keyOf = ({ productId, start }: ProductTag): string => `${productId} ${start}`;
