import { useTitle } from '#web/app/title.ts';
import { preloadCommunity } from '#web/community/community.queries.ts';
import { PostForm } from '#web/community/PostForm.tsx';
import { PostList } from '#web/community/PostList.tsx';
import { TopComments, TrendingVideos } from '#web/community/SideLists.tsx';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { PageHeading } from '#web/ui/Card.tsx';
import { VideoInPlace } from '#web/videos/VideoInPlace.tsx';
import { useLikes } from '#web/videos/videos.queries.ts';
import type { Preload } from './preload.ts';

export const preload: Preload = ({ client }) => preloadCommunity(client);

export function CommunityPage() {
  useTitle('Community');
  const likes = useLikes();
  return (
    <div className="wrap pb-16">
      <PageHeading title="Community" text="What people here talk about." />
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PostForm />
          <section aria-label="Posts">
            <PostList
              likedIds={likes.data?.posts ?? []}
              showVideo={(id, from) => <VideoInPlace id={id} from={from} />}
              more={(post) => <ReportButton subjectType="POST" subjectId={post.id} what="post" />}
            />
          </section>
        </div>
        <aside className="flex min-w-0 flex-col gap-10">
          <TrendingVideos />
          <TopComments />
        </aside>
      </div>
    </div>
  );
}
