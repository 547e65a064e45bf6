import { Heart } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '#contract/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { useLikeVideo, useLikes } from './videos.queries.ts';

/** Flips its look at once and stays so; disabled while the call is under way (spec §4). */
export function LikeButton({
  video,
  withCount = false,
  className,
}: {
  video: Video;
  withCount?: boolean;
  className?: string;
}) {
  const likes = useLikes();
  const like = useLikeVideo(video.id);
  const [flipped, setFlipped] = useState<boolean | null>(null);
  const known = likes.data?.videos.includes(video.id) ?? false;
  const liked = flipped ?? known;
  const press = (): void => {
    setFlipped(!liked);
    like.mutate(undefined, { onSuccess: (answer) => setFlipped(answer.liked) });
  };
  return (
    <button
      type="button"
      aria-label="Like"
      aria-pressed={liked}
      disabled={like.isPending}
      title={liked ? 'Unlike' : 'Like'}
      onClick={(event) => {
        event.stopPropagation();
        press();
      }}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-pill font-semibold transition duration-150 ease-out active:scale-95',
        withCount ? 'h-11 border border-line bg-surface px-5 hover:bg-raised' : 'size-10 hover:bg-raised',
        liked && 'text-accent-text',
        className,
      )}
    >
      <Heart
        aria-hidden="true"
        className={classes('size-5', liked && 'animate-pop fill-accent stroke-accent')}
      />
      {withCount && <span className="numbers">{formatCompact(like.data?.likes ?? video.likes)}</span>}
    </button>
  );
}
