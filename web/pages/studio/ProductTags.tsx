import type { RefObject } from 'react';
import { TagEditor } from '#web/product-tags/TagEditor.tsx';
import { useProducts } from '#web/shop/products.queries.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';

/** The products that a video shows. */
export function ProductTags({
  video: { id, durationSec },
  stage,
}: {
  video: { id: number; durationSec: number };
  /** Around the player. */
  stage: RefObject<HTMLElement | null>;
}) {
  const { data } = useProducts();
  if (!data) return <Skeleton className="h-24" />;
  return (
    <TagEditor
      key={id}
      videoId={id}
      products={data}
      durationSec={durationSec}
      currentTime={() => stage.current?.querySelector('video')?.currentTime ?? 0}
    />
  );
}
