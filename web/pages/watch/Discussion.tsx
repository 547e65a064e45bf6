import type { RefObject } from 'react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { CommentForm } from '#web/comments/CommentForm.tsx';
import { CommentList } from '#web/comments/CommentList.tsx';
import { playFrom } from '#web/videos/seek.ts';
import { MoreAbout } from '../menus/MoreAbout.tsx';

export interface DiscussionProps {
  video: VideoDetails;
  /** A link leads to this comment. */
  marked: number | null;
  /** Around the player. */
  stage: RefObject<HTMLElement | null>;
}

/** The comments on a video. */
export function Discussion({ video, marked, stage }: DiscussionProps) {
  const off = video.commentsOff;
  return (
    <>
      <CommentForm videoId={video.id} off={off} />
      <CommentList
        key={marked}
        videoId={video.id}
        creator={video.creatorUsername}
        off={off}
        marked={marked}
        duration={video.durationSec}
        onTime={(seconds) => playFrom(stage.current, seconds)}
        more={(comment) => (
          <MoreAbout
            calm
            subjectType="COMMENT"
            subjectId={comment.id}
            what="comment"
            username={comment.isGuest ? null : comment.authorUsername}
          />
        )}
      />
    </>
  );
}
