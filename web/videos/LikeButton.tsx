import type { Video } from '#contract/videos/videos.ts';
import { useIsLiked } from '#web/app/likes.ts';
import { classes } from '#web/ui/classes.ts';
import { formatCompact } from '#web/ui/format.ts';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { useLikeVideo } from './videos.queries.ts';

export function LikeButton({ video, withCount = false }: { video: Video; withCount?: boolean }) {
  const before = useIsLiked('videos', video.id);
  const like = useLikeVideo(video.id);
  return (
    <LikeToggle
      like={like}
      before={before}
      className={classes(
        'gap-2 font-semibold',
        withCount ? 'h-11 border border-line bg-surface px-3 xs:px-5' : 'size-10',
      )}
    >
      {withCount ? formatCompact(like.data?.likes ?? video.likes) : undefined}
    </LikeToggle>
  );
}
