import type { Video } from '#contract/videos.ts';
import { CommentForm } from '#web/comments/CommentForm.tsx';
import { CommentList } from '#web/comments/CommentList.tsx';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { useLikes } from '#web/videos/videos.queries.ts';

export function FeedComments({ video, onTime }: { video: Video; onTime: (seconds: number) => void }) {
  const likes = useLikes();
  return (
    <>
      <CommentForm videoId={video.id} />
      <CommentList
        videoId={video.id}
        likedIds={likes.data?.comments ?? []}
        duration={video.durationSec}
        onTime={onTime}
        more={(comment) => <ReportButton subjectType="COMMENT" subjectId={comment.id} what="comment" />}
      />
    </>
  );
}
