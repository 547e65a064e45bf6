import { useQueryClient } from '@tanstack/react-query';
import type { ProductTag } from '#contract/product-tags/product-tags.ts';
import { TaggedProduct } from '#web/product-tags/TaggedProduct.tsx';
import { useShownTag } from '#web/product-tags/useShownTag.ts';
import { productQuery } from '#web/shop/products.queries.ts';
import { useCart } from '#web/shop/shop.queries.ts';

interface Playing {
  /** Of the video. */
  id: number;
  video: HTMLVideoElement;
}

/** What a playing video shows at the moment goes into the cart with one press, and the video plays on. */
export function BuyFromVideo(playing: Playing) {
  const { tag, close } = useShownTag(playing.id, playing.video);
  return tag && <Buyable key={`${tag.productId} ${tag.start}`} {...playing} tag={tag} onClose={close} />;
}

function Buyable({ id, video, tag, onClose }: Playing & { tag: ProductTag; onClose: () => void }) {
  const { add } = useCart();
  const client = useQueryClient();
  const put = async (): Promise<void> => {
    const at = Math.round(video.currentTime * 10) / 10;
    const product = await client.fetchQuery(productQuery(tag.productId));
    if (product) await add(product, 1, { variantId: tag.variantId ?? undefined, videoId: id, at });
  };
  return <TaggedProduct tag={tag} onAdd={put} onClose={onClose} />;
}
