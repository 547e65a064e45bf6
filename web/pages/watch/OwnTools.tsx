import { t } from '@lingui/core/macro';
import { Captions, Tag } from 'lucide-react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { useMayTagProducts } from '#web/product-tags/useMayTagProducts.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

/** What its creator and admins do with a video from its page. */
export function OwnTools({ video }: { video: VideoDetails }) {
  const { me } = useMe();
  const mayTag = useMayTagProducts();
  const isMine = me !== null && me?.username === video.creatorUsername;
  if (video.source !== 'OTHER' || !(canAdminister(me) || isMine)) return null;
  return (
    <p className="flex flex-wrap gap-2">
      <ButtonLink to={paths.captions(video.id)} size="sm">
        <Captions aria-hidden="true" />
        {video.captions.length > 0 ? t`Edit captions` : t`Add captions`}
      </ButtonLink>
      {mayTag && (
        <ButtonLink to={paths.studioVideo(video.id, 'products')} size="sm">
          <Tag aria-hidden="true" />
          {t`Tag products`}
        </ButtonLink>
      )}
    </p>
  );
}
