import { t } from '@lingui/core/macro';
import { Globe, Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Playlist } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useChoice } from '#web/app/forms/choice.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link } from 'react-router';
import { useSaveForLater, useLaterIds } from './later.queries.ts';
import { usePlaylists, useSetInPlaylist } from './lists.queries.ts';
import { NewName, useNewList } from './ListEditing.tsx';

/** Saves a video to Watch later and to playlists; each change applies at once. */
export function SaveDialog({ video, onClose }: { video: Pick<Video, 'id' | 'title'>; onClose: () => void }) {
  const { signedIn } = useMe();
  const later = useLaterIds();
  const saveForLater = useSaveForLater();
  const [isSaved, choose] = useChoice(later?.includes(video.id) ?? false);
  return (
    <Dialog title={t`Save video`} onClose={onClose}>
      <p dir="auto" className="mb-3 line-clamp-2 break-words text-ink-soft">
        {video.title}
      </p>
      <ul className="-mx-2">
        <li>
          <Choice
            label={t`Watch later`}
            checked={isSaved}
            onChange={(result) => choose(result, saveForLater.mutateAsync({ id: video.id, saved: result }))}
          />
        </li>
        {signedIn && <OwnLists video={video} />}
      </ul>
      {!signedIn && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised p-3 text-sm">
          <span className="min-w-0 flex-1">
            {t`Saved in this browser. Sign in to save to your account and create playlists.`}
          </span>
          <ButtonLink size="sm" to={paths.login()}>
            {t`Sign in`}
          </ButtonLink>
        </p>
      )}
      {signedIn && <NewPlaylist video={video} />}
      <p className="mt-3 border-t border-line pt-3">
        <Link to={paths.playlists()} className="font-semibold text-accent-text underline underline-offset-4">
          {t`View all saved`}
        </Link>
      </p>
    </Dialog>
  );
}

function OwnLists({ video }: { video: Pick<Video, 'id'> }) {
  const { data, error, refetch } = usePlaylists(video.id);
  if (error)
    return (
      <li>
        <ErrorState className="py-4" title={t`Couldn’t load your playlists`} onRetry={() => void refetch()} />
      </li>
    );
  if (!data)
    return (
      <li className="px-2">
        <Skeleton className="h-11" />
      </li>
    );
  return data.map((playlist) => (
    <li key={playlist.id}>
      <OwnList playlist={playlist} video={video} />
    </li>
  ));
}

function OwnList({ playlist, video }: { playlist: Playlist; video: Pick<Video, 'id'> }) {
  const set = useSetInPlaylist();
  const [hasVideo, choose] = useChoice(playlist.hasVideo === true);
  return (
    <Choice
      label={playlist.title}
      isPublic={playlist.visibility === 'PUBLIC'}
      checked={hasVideo}
      onChange={(isIn) => choose(isIn, set.mutateAsync({ id: playlist.id, videoId: video.id, isIn }))}
    />
  );
}

function Choice({
  label,
  checked,
  isPublic,
  onChange,
}: {
  label: string;
  checked: boolean;
  /** Of a playlist. */
  isPublic?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const Sign = isPublic ? Globe : Lock;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-raised">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span dir="auto" className="min-w-0 flex-1 truncate text-start">
        {label}
      </span>
      {isPublic !== undefined && (
        <Sign aria-label={isPublic ? t`Public` : t`Private`} className="size-4 shrink-0 text-ink-soft" />
      )}
    </label>
  );
}

/** A new playlist starts with this video. */
function NewPlaylist({ video }: { video: Pick<Video, 'id'> }) {
  const [open, setOpen] = useState(false);
  const set = useSetInPlaylist();
  const form = useNewList('playlist', ({ id }) => {
    set.mutate({ id, videoId: video.id, isIn: true });
    setOpen(false);
  });
  if (!open)
    return (
      <Button variant="quiet" className="mt-2 -ms-2" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t`New playlist`}
      </Button>
    );
  return (
    <Form form={form} button={t`Create`} className="mt-3" onCancel={() => setOpen(false)}>
      <NewName kind="playlist" form={form} />
    </Form>
  );
}
