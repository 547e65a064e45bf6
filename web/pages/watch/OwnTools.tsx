import { t } from '@lingui/core/macro';
import { Captions, Tag } from 'lucide-react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { useMayTagProducts } from '#web/product-tags/useMayTagProducts.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

/** As high as the row of badges, which has room for it before it comes. */
const TOOL = 'h-8! px-2.5!';

/** What its creator and admins do with a video from its page. */
export function OwnTools({ video }: { video: VideoDetails }) {
  const { me } = useMe();
  const mayTag = useMayTagProducts();
  const isMine = me !== null && me?.username === video.creatorUsername;
  if (video.source !== 'OTHER' || !(canAdminister(me) || isMine)) return null;
  return (
    <p className="ms-auto flex gap-2">
      <ButtonLink to={paths.captions(video.id)} size="sm" className={TOOL}>
        <Captions aria-hidden="true" />
        <span className="max-sm:sr-only">
          {video.captions.length > 0 ? t`Edit captions` : t`Add captions`}
        </span>
      </ButtonLink>
      {mayTag && (
        <ButtonLink to={paths.studioVideo(video.id, 'products')} size="sm" className={TOOL}>
          <Tag aria-hidden="true" />
          <span className="max-sm:sr-only">{t`Tag products`}</span>
        </ButtonLink>
      )}
    </p>
  );
}
