import type { Video } from '#contract/videos/videos.ts';
import { CommentForm } from '#web/comments/CommentForm.tsx';
import { CommentList } from '#web/comments/CommentList.tsx';
import type { CommentsLayout } from '#web/feed/feed.context.ts';
import { MoreAbout } from '../menus/MoreAbout.tsx';

/** In a sheet the list scrolls above the composer, which a thumb reaches. */
export function FeedComments({
  video,
  layout,
  onTime,
}: {
  video: Video;
  layout: CommentsLayout;
  onTime: (seconds: number) => void;
}) {
  const list = (
    <CommentList
      videoId={video.id}
      creator={video.creatorUsername}
      duration={video.durationSec}
      onTime={onTime}
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
  );
  if (layout === 'beside')
    return (
      <>
        <CommentForm videoId={video.id} />
        {list}
      </>
    );
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3">{list}</div>
      <div className="border-t border-line px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        <CommentForm videoId={video.id} />
      </div>
    </>
  );
}
