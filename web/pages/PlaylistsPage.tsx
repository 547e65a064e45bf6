import { t } from '@lingui/core/macro';
import { Clock, ListPlus, ListVideo } from 'lucide-react';
import { useState } from 'react';
import type { Playlist } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { ListCard } from '#web/lists/ListCard.tsx';
import { useGuestsLater, useSaveForLater, useMembersLater } from '#web/lists/later.queries.ts';
import { NewList } from '#web/lists/ListEditing.tsx';
import { usePlaylists } from '#web/lists/lists.queries.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { VideoCard } from '#web/videos/VideoCard.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Playlists`, hidden: true });

/** A user's saved videos: Watch later, and playlists. */
export function PlaylistsPage() {
  const { signedIn } = useMe();
  const hydrated = useHydrated();
  return (
    <div className="wrap flex flex-col gap-10 pb-16">
      <div className="-mb-8">
        <PageHeading title={t`Playlists`} actions={hydrated && signedIn && <NewPlaylistButton />} />
      </div>
      {hydrated && (signedIn ? <Members /> : <Guests />)}
    </div>
  );
}

function Members() {
  const lists = usePlaylists();
  const later = useMembersLater();
  return (
    <>
      <Later videos={later.data} error={later.error} onRetry={() => void later.refetch()}>
        <LoadMore className="mt-6 w-full" list={later} />
      </Later>
      <section aria-labelledby="own">
        <h2 id="own" className="mb-5 text-xl">
          {t`Your playlists`}
        </h2>
        <OwnLists lists={lists.data} error={lists.error} onRetry={() => void lists.refetch()} />
      </section>
    </>
  );
}

function Guests() {
  return (
    <>
      <Later videos={useGuestsLater()} error={null} onRetry={() => undefined}>
        <p className="mt-4 text-sm text-ink-soft">{t`Saved in this browser. We’ll move them to your account when you sign up.`}</p>
      </Later>
      <section aria-labelledby="own">
        <h2 id="own" className="mb-5 text-xl">
          {t`Your playlists`}
        </h2>
        <EmptyState
          className="py-6"
          icon={<ListVideo />}
          title={t`Create playlists`}
          text={t`Sign in to create playlists, private or public.`}
          action={
            <ButtonLink variant="primary" to={paths.login()}>
              {t`Sign in`}
            </ButtonLink>
          }
        />
      </section>
    </>
  );
}

interface Loaded {
  error: Error | null;
  onRetry: () => void;
}

function Later({
  videos,
  error,
  onRetry,
  children,
}: Loaded & { videos: Video[] | undefined; children: React.ReactNode }) {
  return (
    <section aria-labelledby="later">
      <h2 id="later" className="mb-5 text-xl">
        {t`Watch later`}
      </h2>
      {!videos && error && <ErrorState title={t`Couldn’t load this`} onRetry={onRetry} />}
      {!videos && !error && <Skeleton className="h-44" />}
      {videos?.length === 0 && (
        <EmptyState
          className="py-6"
          icon={<Clock />}
          title={t`Nothing saved yet`}
          text={t`Videos you save appear here.`}
          action={<ButtonLink to={paths.videos()}>{t`Find videos`}</ButtonLink>}
        />
      )}
      {videos && videos.length > 0 && (
        <ul className="card-grid">
          {videos.map((video) => (
            <li key={video.id} className="min-w-0">
              <VideoCard video={video} />
              <DropButton video={video} />
            </li>
          ))}
        </ul>
      )}
      {videos && videos.length > 0 && children}
    </section>
  );
}

function DropButton({ video }: { video: Video }) {
  const saveForLater = useSaveForLater();
  const { title } = video;
  return (
    <Button
      size="sm"
      variant="quiet"
      className="-ms-3 mt-1"
      aria-label={t`Remove from Watch later: ${title}`}
      pending={saveForLater.isPending}
      onClick={() => saveForLater.mutate({ id: video.id, saved: false })}
    >
      {t`Remove`}
    </Button>
  );
}

function OwnLists({ lists, error, onRetry }: Loaded & { lists: Playlist[] | undefined }) {
  if (!lists && error) return <ErrorState title={t`Couldn’t load your playlists`} onRetry={onRetry} />;
  if (!lists) return <Skeleton className="h-44" />;
  if (lists.length === 0)
    return (
      <EmptyState
        className="py-6"
        icon={<ListVideo />}
        title={t`No playlists yet`}
        text={t`Collect videos in any order, just for you or for everyone.`}
        action={<NewPlaylistButton />}
      />
    );
  return (
    <ul className="card-grid">
      {lists.map((list) => (
        <li key={list.id} className="min-w-0">
          <ListCard list={list} to={paths.playlist(list.id)} visibility={list.visibility} />
        </li>
      ))}
    </ul>
  );
}

function NewPlaylistButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListPlus aria-hidden="true" />
        {t`New playlist`}
      </Button>
      {open && <NewList kind="playlist" onClose={() => setOpen(false)} />}
    </>
  );
}
