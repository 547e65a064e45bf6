import { t } from '@lingui/core/macro';
import { Captions } from 'lucide-react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

/** What its creator and admins do with a video from its page. */
export function OwnTools({ video }: { video: VideoDetails }) {
  const { me } = useMe();
  const isMine = me !== null && me?.username === video.creatorUsername;
  if (video.source !== 'OTHER' || !(canAdminister(me) || isMine)) return null;
  return (
    <p>
      <ButtonLink to={paths.captions(video.id)} size="sm">
        <Captions aria-hidden="true" />
        {video.captions.length > 0 ? t`Edit captions` : t`Add captions`}
      </ButtonLink>
    </p>
  );
}
