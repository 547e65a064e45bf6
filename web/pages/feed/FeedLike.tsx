import type { Video } from '#contract/videos/videos.ts';
import { useIsLiked } from '#web/app/likes.ts';
import { ACTION } from '#web/feed/FeedActions.tsx';
import { formatCompact } from '#web/ui/format.ts';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { useLikeVideo } from '#web/videos/videos.queries.ts';

export function FeedLike({
  video,
  onLiked,
}: {
  video: Video;
  onLiked: (likes: number, liked: boolean) => void;
}) {
  const before = useIsLiked('videos', video.id);
  const like = useLikeVideo(video.id);
  return (
    <LikeToggle
      like={{
        isPending: like.isPending,
        mutate: (_, then) =>
          like.mutate(undefined, {
            onSuccess: (answer) => {
              then.onSuccess(answer);
              onLiked(answer.likes, answer.liked);
            },
          }),
      }}
      before={before}
      className={ACTION}
    >
      {formatCompact(like.data?.likes ?? video.likes)}
    </LikeToggle>
  );
}
