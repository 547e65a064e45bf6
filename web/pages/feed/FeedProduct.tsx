import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { ACTION } from '#web/feed/FeedActions.tsx';
import { useNamedProduct } from '#web/shop/products.queries.ts';

/** The product that a video's text names. */
export function FeedProduct({ text }: { text: string }) {
  const product = useNamedProduct(text);
  if (!product?.image) return null;
  return (
    <Link to={paths.product(product.id)} aria-label={product.name} title={product.name} className={ACTION}>
      <img src={backend(product.image)} alt="" className="size-10 rounded-control object-cover" />
    </Link>
  );
}
