import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Product } from '#contract/shop/shop.ts';
import { backend } from '#web/app/client/backend.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';

/** A large picture, and all of them to choose from. */
export function ProductGallery({ product, pictures }: { product: Product; pictures: string[] }) {
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen];
  const alt = product.imageAlts[product.images.indexOf(shown ?? '')];
  return (
    <div className="min-w-0">
      <div className="aspect-[4/3] overflow-hidden rounded-card bg-accent-soft">
        <ProductPicture
          key={shown}
          src={backend(shown)}
          alt={alt ?? t`${product.name}, view ${chosen + 1} of ${Math.max(1, pictures.length)}`}
          eager
        />
      </div>
      {pictures.length > 1 && (
        <div
          role="group"
          aria-label={t`Views`}
          className="no-scrollbar -m-1 mt-2 flex gap-3 overflow-x-auto p-1 sm:flex-wrap"
        >
          {pictures.map((picture, index) => (
            <button
              key={picture}
              type="button"
              aria-pressed={index === chosen}
              aria-label={t`View ${index + 1}`}
              onClick={() => setChosen(index)}
              className="aspect-[4/3] w-24 shrink-0 overflow-hidden rounded-control border-2 border-line bg-accent-soft transition-colors hover:border-edge aria-pressed:border-accent"
            >
              <ProductPicture src={backend(picture)} alt="" sizes="6rem" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
