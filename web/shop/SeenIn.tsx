import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { productTags } from '#contract/product-tags/product-tags.ts';
import { call } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { VideoThumbnail } from '#web/app/VideoThumbnail.tsx';
import { Link } from 'react-router';

const SHOWN = 4;

/** The newest videos that show the product. */
export function SeenIn({ productId }: { productId: number }) {
  const { data } = useQuery({
    queryKey: ['videos', 'seen-in', productId],
    queryFn: () => call(productTags.videos, { params: { id: String(productId) } }),
  });
  const hidesSensitive = useHidesSensitive();
  const shown = data?.filter((video) => !hidesSensitive(video)).slice(0, SHOWN);
  if (!shown?.length) return null;
  return (
    <section aria-labelledby="seen-in" className="mt-14">
      <h2 id="seen-in" className="mb-5 text-2xl">
        {t`Seen in`}
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {shown.map((video) => (
          <li key={video.id} className="group relative min-w-0">
            <VideoThumbnail
              video={video}
              className="aspect-video rounded-card"
              imageClassName="transition-transform duration-200 group-hover:scale-[1.03]"
            />
            <p dir="auto" className="mt-2 line-clamp-2 font-semibold break-words">
              <Link to={paths.video(video.id)} className="stretched">
                {video.title}
              </Link>
            </p>
            <p dir="auto" className="truncate text-sm text-ink-soft">
              {video.creator}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
