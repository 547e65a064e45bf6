import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';

/** Uploaded pictures lie in two widths; the address names the wide one. */
const WIDE = /(?<=\/media\/products\/\w+\/)1280(?=\.webp$)/;

/** A product's picture by its full URL, on a tinted ground; a bag where there is none. */
export function ProductPicture({
  src,
  alt,
  eager = false,
  sizes = '(min-width: 900px) 50vw, 100vw',
  className = '',
}: {
  src: string | null;
  alt: string;
  eager?: boolean;
  /** The displayed width, as in HTML. */
  sizes?: string;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) {
    return (
      <span
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        className="grid size-full place-items-center bg-accent-soft text-accent-text"
      >
        <ShoppingBag aria-hidden="true" className="size-8" />
      </span>
    );
  }
  const widths = WIDE.test(src) ? { srcSet: `${src.replace(WIDE, '640')} 640w, ${src} 1280w`, sizes } : {};
  return (
    <img
      {...widths}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
      className={`size-full object-cover ${className}`}
    />
  );
}
