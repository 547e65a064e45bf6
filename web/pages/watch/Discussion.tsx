import type { RefObject } from 'react';
import { CommentForm } from '#web/comments/CommentForm.tsx';
import { CommentList } from '#web/comments/CommentList.tsx';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
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
  // They may be known before this part of the server's page is taken over, and what React finds there it takes for right.
  const liked = useHydrated() ? likes.data?.comments : undefined;
  return (
    <>
      <CommentForm videoId={videoId} />
      <CommentList
        videoId={videoId}
        likedIds={liked ?? []}
        duration={duration}
        onTime={(seconds) => playFrom(stage.current, seconds)}
        more={(comment) => <ReportButton calm subjectType="COMMENT" subjectId={comment.id} what="comment" />}
      />
    </>
  );
}
