import { plural, t } from '@lingui/core/macro';
import { ListVideo, ListX, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { PlaylistDetails } from '#contract/lists/playlists.ts';
import { ApiError } from '#web/app/call.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { EditPlaylist } from '#web/videos/lists/EditPlaylist.tsx';
import { ListRow } from '#web/videos/lists/ListRow.tsx';
import {
  itemsOf,
  useMoveItem,
  usePlaylist,
  useRemovePlaylist,
  useTakeOut,
} from '#web/videos/lists/playlists.queries.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { OrderedRows } from '#web/ui/lists/OrderedRows.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link, useNavigate, useParams } from '#web/ui/router.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { ShareButton } from '#web/videos/ShareButton.tsx';
import { idIn, type Head } from './page.ts';

export const head: Head = () => ({ title: t`Playlist`, hidden: true });

export function PlaylistPage() {
  const id = idIn(useParams()['id']);
  const hydrated = useHydrated();
  if (id === null) return <NoPlaylist />;
  return hydrated ? <Loaded key={id} id={id} /> : <Loading />;
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch, ...list } = usePlaylist(id);
  if (data) return <Shown playlist={data.pages[0] as PlaylistDetails} pages={data.pages} list={list} />;
  if (error instanceof ApiError && error.status < 500) return <NoPlaylist />;
  if (error)
    return <ErrorState whole title={t`The playlist could not be loaded`} onRetry={() => void refetch()} />;
  return <Loading />;
}

const Loading = () => (
  <div className="wrap space-y-4 py-8">
    <Skeleton className="h-24" />
    <Skeleton className="h-80" />
  </div>
);

const NoPlaylist = () => (
  <EmptyState
    whole
    icon={<ListX />}
    title={t`Playlist not found`}
    text={t`It may be private, or was deleted.`}
    action={<ButtonLink to={paths.playlists()}>{t`Your playlists`}</ButtonLink>}
  />
);

interface ShownProps {
  playlist: PlaylistDetails;
  pages: PlaylistDetails[];
  list: React.ComponentProps<typeof LoadMore>['list'];
}

function Shown({ playlist, pages, list }: ShownProps) {
  const { id, title, visibility } = playlist;
  const { me } = useMe();
  const own = me?.username === playlist.creatorUsername;
  const items = itemsOf(pages);
  const move = useMoveItem(id);
  const takeOut = useTakeOut(id);
  const [first] = items;
  return (
    <div className="wrap flex max-w-4xl flex-col gap-6 pt-8 pb-16">
      <header className="flex flex-col gap-3">
        <h1 dir="auto" className="text-2xl break-words sm:text-3xl">
          {title}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <Link to={paths.creator(playlist.creatorUsername)} className="font-semibold text-ink">
            <bdi>{playlist.creator}</bdi>
          </Link>
          <span>{plural(playlist.count, { one: '# clip', other: '# clips' })}</span>
          {own && <Badge>{visibility === 'PUBLIC' ? t`Public` : t`Private`}</Badge>}
        </p>
        {playlist.description && (
          <p dir="auto" className="prose-width break-words whitespace-pre-line [overflow-wrap:anywhere]">
            {playlist.description}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {first && (
            <ButtonLink variant="primary" size="sm" className="h-10" to={paths.inPlaylist(first.id, id)}>
              <Play aria-hidden="true" />
              {t`Play all`}
            </ButtonLink>
          )}
          <FeedLink videos={items} list={{ playlist: String(id) }} />
          {visibility === 'PUBLIC' && <ShareButton thing={{ title, path: paths.playlist(id) }} />}
          {own && <OwnActions playlist={playlist} />}
        </div>
      </header>
      {items.length === 0 ? (
        <EmptyState
          icon={<ListVideo />}
          title={t`Nothing in it yet`}
          text={
            own ? t`Press the bookmark of a clip to put it in here.` : t`Its clips cannot be seen at present.`
          }
          action={<ButtonLink to={paths.videos()}>{t`Find clips`}</ButtonLink>}
        />
      ) : (
        <OrderedRows
          label={t`Clips in this playlist`}
          items={items}
          idOf={(item) => item.id}
          nameOf={(item) => item.title}
          onMove={own ? (videoId, position) => move.mutate({ videoId, position }) : null}
          className="gap-1"
        >
          {(item) => (
            <ListRow
              video={item}
              to={paths.inPlaylist(item.id, id)}
              more={
                own && (
                  <IconButton
                    small
                    label={t`Take out: ${item.title}`}
                    onClick={() => takeOut.mutate(item.id)}
                  >
                    <X />
                  </IconButton>
                )
              }
            />
          )}
        </OrderedRows>
      )}
      <LoadMore className="w-full" list={list} />
    </div>
  );
}

function OwnActions({ playlist }: { playlist: PlaylistDetails }) {
  const [editing, setEditing] = useState(false);
  const remove = useRemovePlaylist(playlist.id);
  const navigate = useNavigate();
  const ask = async () => {
    const { title: name } = playlist;
    const title = t`Delete the playlist “${name}”?`;
    if (!(await confirm({ title, text: t`Its clips stay where they are.`, action: t`Delete`, danger: true })))
      return;
    remove.mutate(undefined, { onSuccess: () => navigate(paths.playlists(), { replace: true }) });
  };
  return (
    <>
      <Button size="sm" className="h-10" onClick={() => setEditing(true)}>
        {t`Edit`}
      </Button>
      <Button
        size="sm"
        className="h-10"
        variant="quiet"
        pending={remove.isPending}
        onClick={() => void ask()}
      >
        {t`Delete`}
      </Button>
      {editing && <EditPlaylist playlist={playlist} onClose={() => setEditing(false)} />}
    </>
  );
}
