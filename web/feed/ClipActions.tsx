import { Captions, CaptionsOff, Ellipsis, MessageCircle, Volume2, VolumeX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Video } from '#contract/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useStore } from '#web/ui/store.ts';
import { firstClipShown } from './first-clip.ts';
import { useFeedControl } from './feed.context.ts';
import { toggleCaptions, toggleSound } from './sound.ts';

/** Within a thumb's reach, on the right: what can be done with a clip. */
export function ClipActions({
  clip,
  isShown,
  onLiked,
}: {
  clip: Video;
  isShown: boolean;
  onLiked: (likes: number, liked: boolean) => void;
}) {
  const { parts, muted, captions, playing, open } = useFeedControl();
  const mayLoadMore = useStore(firstClipShown);
  const isSilent = useStore(muted);
  const isCaptioned = useStore(captions) && clip.captions.length > 0;
  return (
    <div
      inert={!isShown}
      aria-hidden={!isShown || undefined}
      className="pointer-events-auto absolute right-0 bottom-7 flex flex-col items-center gap-2 p-2 [&_svg]:size-6"
    >
      {mayLoadMore && parts.product(clip)}
      {parts.like(clip, onLiked)}
      <Action label="Comments" onClick={() => open('comments')} icon={<MessageCircle aria-hidden="true" />}>
        {formatCompact(clip.lllComments)}
      </Action>
      {parts.share(clip)}
      <Action
        label="Sound"
        aria-pressed={!isSilent}
        onClick={() => toggleSound(playing.current)}
        icon={isSilent ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      />
      <Action
        label="Captions"
        aria-pressed={isCaptioned}
        disabled={clip.captions.length === 0}
        hint={clip.captions.length === 0 ? 'This clip has no captions' : undefined}
        onClick={toggleCaptions}
        icon={isCaptioned ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
      />
      <Action
        label="More actions"
        aria-haspopup="dialog"
        onClick={() => open('menu')}
        icon={<Ellipsis aria-hidden="true" />}
      />
    </div>
  );
}

export const ACTION =
  'flex min-h-12 w-12 flex-col items-center justify-center gap-0.5 rounded-pill bg-scrim py-1.5 text-xs font-semibold text-on-scrim transition duration-150 hover:bg-stage active:scale-95 disabled:opacity-45';

function Action({
  label,
  icon,
  hint,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  label: string;
  hint?: string;
  icon: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ?? label}
      className={classes(ACTION, className)}
      {...rest}
    >
      {icon}
      {children && (
        // drawn by the style: the button's name is its whole label (WCAG 2.5.3)
        <span data-count={children} className="numbers before:content-[attr(data-count)]" />
      )}
    </button>
  );
}
