import { t } from '@lingui/core/macro';
import { preloadPosts, preloadSideLists } from '#web/community/community.queries.ts';
import { PostForm } from '#web/community/PostForm.tsx';
import { PostList } from '#web/community/PostList.tsx';
import { BoardColumns } from '#web/community/SideLists.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { preloadShownVideos } from '#web/videos/shown-videos.queries.ts';
import { InlineVideo } from '#web/videos/InlineVideo.tsx';
import { MoreAbout } from './menus/MoreAbout.tsx';
import type { Head, Loader } from '#web/app/page.ts';

export const loader: Loader = ({ client }) =>
  Promise.all([
    preloadPosts(client).then((posts) => preloadShownVideos(client, posts)),
    preloadSideLists(client),
  ]);

export const head: Head = () => ({
  title: t`Community`,
  description: t`What people are talking about.`,
  feed: { query: '?board=true', title: t`Community` },
});

export function CommunityPage() {
  return (
    <div className="wrap pb-16">
      <PageHeading title={t`Community`} text={t`What people are talking about.`} />
      <BoardColumns>
        <PostForm />
        <section aria-label={t`Posts`}>
          <PostList
            showVideo={(id, from) => <InlineVideo id={id} from={from} />}
            more={(post) => (
              <MoreAbout subjectType="POST" subjectId={post.id} what="post" username={post.authorUsername} />
            )}
          />
        </section>
      </BoardColumns>
    </div>
  );
}
