import { t } from '@lingui/core/macro';
import { UserPlus } from 'lucide-react';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useFollowedVideos, useFollows } from '#web/creators/follows.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { TagChips } from '#web/ui/lists/TagChips.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { Link } from 'react-router';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';

/** `/videos?following=true`: videos of whom and what one follows, newest first. */
export function FollowedVideos() {
  const { signedIn: isMember } = useMe();
  // the server writes the page for guests
  const signedIn = useHydrated() && isMember;
  const list = useFollowedVideos();
  const follows = useFollows();
  return (
    <div className="wrap pb-16">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-6 pb-4">
        <h1 className="text-2xl sm:text-3xl">{t`Following`}</h1>
        <span className="flex items-center gap-3">
          <Link to={paths.videos()} className="font-semibold text-accent-text underline underline-offset-4">
            {t`All videos`}
          </Link>
          <FeedLink videos={list.data} list={{ following: 'true' }} />
        </span>
      </header>
      {signedIn ? (
        <>
          <div className="mb-4 empty:hidden">
            <TagChips tags={follows.data?.tags ?? []} pathOf={paths.tag} />
          </div>
          <VideoGrid
            videos={list.data}
            error={list.error}
            onRetry={() => void list.refetch()}
            expected={8}
            recommended
            empty={
              <EmptyState
                icon={<UserPlus />}
                title={t`Nothing here yet`}
                text={t`Follow creators, categories and tags to see their videos here.`}
                action={<ButtonLink to={paths.creators()}>{t`Find creators`}</ButtonLink>}
              />
            }
          />
          <LoadMore className="mt-10 w-full" list={list} />
        </>
      ) : (
        <EmptyState
          icon={<UserPlus />}
          title={t`See who you follow`}
          text={t`Sign in to follow creators, categories and tags.`}
          action={
            <ButtonLink variant="primary" to={paths.login()}>
              {t`Sign in`}
            </ButtonLink>
          }
        />
      )}
    </div>
  );
}
