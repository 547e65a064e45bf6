import type { Post } from '#contract/community/community.ts';
import { PostItem } from '#web/community/PostItem.tsx';
import { InlineVideo } from '#web/videos/InlineVideo.tsx';
import { MoreAbout } from './MoreAbout.tsx';

/** A post in a list outside of the community, with the video it links to and its menu. */
export function PostWithMenu({ post }: { post: Post }) {
  return (
    <PostItem
      post={post}
      showVideo={(id, from) => <InlineVideo id={id} from={from} />}
      more={<MoreAbout subjectType="POST" subjectId={post.id} what="post" username={post.authorUsername} />}
    />
  );
}
