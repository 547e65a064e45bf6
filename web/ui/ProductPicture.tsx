import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { backend } from '#web/app/paths.ts';

/** A thing that is sold, on a tinted ground; a bag where there is no picture of it. */
export function ProductPicture({
  src,
  alt,
  eager = false,
  className = '',
}: {
  src: string | null;
  alt: string;
  eager?: boolean;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) {
    return (
      <div
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        className="grid size-full place-items-center bg-accent-soft text-accent-text"
      >
        <ShoppingBag aria-hidden="true" className="size-8" />
      </div>
    );
  }
  return (
    <img
      src={backend(src)}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(true)}
      className={`size-full object-cover ${className}`}
    />
  );
}
