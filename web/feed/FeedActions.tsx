import { t } from '@lingui/core/macro';
import { Bookmark, Ellipsis, MessageCircle, Volume2, VolumeX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useStore } from '#web/ui/store.ts';
import { useFirstVideoShown } from './first-video.ts';
import { useFeedControl } from './feed.context.ts';
import { toggleSound } from './sound.ts';

/** The video's actions, on the right within thumb reach. */
export function FeedActions({
  video,
  isShown,
  onLiked,
}: {
  video: Video;
  isShown: boolean;
  onLiked: (likes: number, liked: boolean) => void;
}) {
  const { parts, open } = useFeedControl();
  const mayLoadMore = useFirstVideoShown();
  return (
    <div
      inert={!isShown}
      aria-hidden={!isShown || undefined}
      className="clip-actions pointer-events-auto flex items-center p-1 [&_svg]:size-7"
    >
      {mayLoadMore && parts.product(video)}
      {parts.like(video, onLiked)}
      <Action
        label={t`Comments`}
        onClick={() => open('comments')}
        icon={<MessageCircle aria-hidden="true" />}
      >
        {formatCompact(video.lllComments)}
      </Action>
      {parts.share(video)}
      <Action
        label={t`Save`}
        aria-haspopup="dialog"
        onClick={() => open('save')}
        icon={mayLoadMore ? parts.bookmark(video) : <Bookmark aria-hidden="true" />}
      />
      <Action
        label={t`More actions`}
        aria-haspopup="dialog"
        onClick={() => open('menu')}
        icon={<Ellipsis aria-hidden="true" />}
      />
    </div>
  );
}

/** At the top left: whether it is heard. */
export function FeedSound({ isShown }: { isShown: boolean }) {
  const { muted, playing } = useFeedControl();
  const isSilent = useStore(muted);
  return (
    <div
      inert={!isShown}
      aria-hidden={!isShown || undefined}
      className="feed-sound absolute flex [&_svg]:size-6"
    >
      <Action
        label={t`Sound`}
        aria-pressed={!isSilent}
        onClick={() => toggleSound(playing.current)}
        icon={isSilent ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      />
    </div>
  );
}

/** A bare icon, read on any picture by its shadow. */
export const ACTION =
  'on-picture flex min-h-12 w-12 flex-col items-center justify-center gap-0.5 rounded-control py-1 text-xs font-semibold text-on-scrim transition duration-150 hover:bg-on-scrim/10! active:scale-90 disabled:opacity-45';

function Action({
  label,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string; icon: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} className={classes(ACTION, className)} {...rest}>
      {icon}
      {children && (
        // drawn by the style: the button's name is its whole label (WCAG 2.5.3)
        <span data-count={children} className="numbers before:content-[attr(data-count)]" />
      )}
    </button>
  );
}
