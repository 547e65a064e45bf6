import type { VideoDetails } from '#contract/videos/videos.ts';
import { canModerate } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { CommentsSwitch } from '#web/comments/CommentsSwitch.tsx';
import { GuestReplies } from '#web/comments/GuestReplies.tsx';

/** Beside the heading, so that nothing moves when they appear. */
export function DiscussionTools({ video }: { video: VideoDetails }) {
  const { me } = useMe();
  const rules = canModerate(me) || (me !== null && me.username === video.creatorUsername);
  return (
    <>
      {rules && <CommentsSwitch videoId={video.id} off={video.commentsOff} />}
      <GuestReplies />
    </>
  );
}
