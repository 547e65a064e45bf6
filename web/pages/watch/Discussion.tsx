import type { RefObject } from 'react';
import { CommentForm } from '#web/comments/CommentForm.tsx';
import { CommentList } from '#web/comments/CommentList.tsx';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { playFrom } from '#web/videos/seek.ts';
import { useLikes } from '#web/videos/videos.queries.ts';

export interface DiscussionProps {
  videoId: number;
  duration: number;
  /** Around the player. */
  stage: RefObject<HTMLElement | null>;
}

/** What is said of a video. */
export function Discussion({ videoId, duration, stage }: DiscussionProps) {
  const likes = useLikes();
  return (
    <>
      <CommentForm videoId={videoId} />
      <CommentList
        videoId={videoId}
        likedIds={likes.data?.comments ?? []}
        duration={duration}
        onTime={(seconds) => playFrom(stage.current, seconds)}
        more={(comment) => <ReportButton subjectType="COMMENT" subjectId={comment.id} what="comment" />}
      />
    </>
  );
}
