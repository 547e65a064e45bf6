import { t } from '@lingui/core/macro';
import { EyeOff, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import type { Video, VideoDetails } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { paths } from '#web/app/paths.ts';
import { SupportLink } from '#web/app/SupportLink.tsx';
import { FollowButton } from '#web/creators/FollowButton.tsx';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { SaveButton } from '#web/lists/SaveButton.tsx';
import { SaveOfflineButton } from '#web/offline/SaveOfflineButton.tsx';
import { NamedProduct } from '#web/shop/NamedProduct.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { TaggedText } from '#web/ui/lists/RichText.tsx';
import { TagChips } from '#web/ui/lists/TagChips.tsx';
import { formatDay } from '#web/ui/days.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { DownloadLink } from '#web/videos/DownloadLink.tsx';
import { LikeButton } from '#web/videos/LikeButton.tsx';
import { ShareButton } from '#web/videos/ShareButton.tsx';

/** On a wide screen a portrait video is beside its details. */
const isPortrait = ({ width, height }: Video): boolean => (height ?? 0) > (width ?? 0);

/** As Like and Save, without text. */
const ROUND = 'size-11! border border-line bg-surface';

function describeAudience({ isLive, visibility }: VideoDetails): string {
  if (!isLive) return t`This video isn't public. Only its creator and admins can see it.`;
  return visibility === 'MEMBERS'
    ? t`Members only: sign in to watch.`
    : t`Unlisted: anyone with the link can watch.`;
}

/** A video's title, creator, labels, actions and description. `tools`: of its creator, beside the labels. */
export function About({ video, tools }: { video: VideoDetails; tools: ReactNode }) {
  const location = video.location?.name ?? video.location?.address;
  const firstPublished = video.firstPublished && formatDay(video.firstPublished, 'UTC');
  const creator = (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={backend(video.avatar)} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-semibold">
          {video.creator}
        </span>
        <Time at={video.createdAt} className="block text-sm text-ink-soft" />
        {firstPublished && (
          <span className="block text-sm text-ink-soft">{t`First published ${firstPublished}`}</span>
        )}
      </span>
    </span>
  );
  return (
    <div className="flex flex-col gap-4">
      {!video.isPublic && (
        <p
          role="status"
          className="flex items-center gap-3 rounded-control bg-warn/14 px-3.5 py-2.5 text-sm text-warn"
        >
          <EyeOff aria-hidden="true" className="size-5 shrink-0" />
          {describeAudience(video)}
        </p>
      )}
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <Badge>
          <CategoryName name={video.category} />
        </Badge>
        <LabelBadges labels={video.labels} />
        {location && (
          <Badge>
            <MapPin aria-hidden="true" />
            <span className="truncate">{location}</span>
          </Badge>
        )}
        {tools}
      </div>
      <h1 dir="auto" className="text-xl break-words sm:text-2xl lg:text-3xl">
        {video.title}
      </h1>
      <div className="flex flex-wrap items-center justify-between gap-4">
        {video.creatorUsername ? (
          <span className="flex min-w-0 items-center gap-4">
            <Link to={paths.creator(video.creatorUsername)} className="min-w-0 rounded-control">
              {creator}
            </Link>
            <FollowButton username={video.creatorUsername} />
          </span>
        ) : (
          creator
        )}
        {video.isLive && (
          <div className="flex flex-wrap items-center gap-1.5">
            <LikeButton video={video} withCount />
            <SaveButton video={video} />
            {/* a portrait video leaves no room for its text */}
            <ShareButton video={video} {...(isPortrait(video) ? { className: ROUND } : { withText: true })} />
            <SaveOfflineButton video={video} className={ROUND} />
            <ReportButton subjectType="VIDEO" subjectId={video.id} what="video" className={ROUND} />
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap gap-2 empty:hidden">
        {video.supportLink && <SupportLink href={video.supportLink} creator={video.creator} />}
        <DownloadLink video={video} />
      </div>
      {video.description && (
        <p dir="auto" className="prose-width whitespace-pre-line wrap-anywhere">
          <TaggedText text={video.description} tags={{ names: video.tags, pathOf: paths.tag }} />
        </p>
      )}
      <TagChips tags={video.tags} pathOf={paths.tag} />
      {video.description && <NamedProduct name={`${video.title} ${video.description}`} />}
    </div>
  );
}
