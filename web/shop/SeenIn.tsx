import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { productTags } from '#contract/product-tags/product-tags.ts';
import { call } from '#web/app/client/call.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { Link } from 'react-router';

const SHOWN = 4;

/** The newest videos that show the product. */
export function SeenIn({ productId }: { productId: number }) {
  const { data } = useQuery({
    queryKey: ['videos', 'seen-in', productId],
    queryFn: () => call(productTags.videos, { params: { id: String(productId) } }),
  });
  if (!data?.length) return null;
  return (
    <section aria-labelledby="seen-in" className="mt-14">
      <h2 id="seen-in" className="mb-5 text-2xl">
        {t`Seen in`}
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {data.slice(0, SHOWN).map(({ id, title, creator, thumbnail }) => (
          <li key={id} className="group relative min-w-0">
            <Thumbnail
              src={backend(thumbnail)}
              className="aspect-video rounded-card"
              imageClassName="transition-transform duration-200 group-hover:scale-[1.03]"
            />
            <p dir="auto" className="mt-2 line-clamp-2 font-semibold break-words">
              <Link to={paths.video(id)} className="stretched">
                {title}
              </Link>
            </p>
            <p dir="auto" className="truncate text-sm text-ink-soft">
              {creator}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
