import type { ProductTag } from './product-tags.ts';

/** What a video shows at a second of it: one that can be bought, where several overlap the one that starts first. */
export function shownTag(tags: readonly ProductTag[], seconds: number): ProductTag | null {
  const shown = tags.filter(({ inStock, start, end }) => inStock && start <= seconds && seconds < end);
  return shown.reduce<ProductTag | null>(
    (first, tag) => (first && first.start <= tag.start ? first : tag),
    null,
  );
}
