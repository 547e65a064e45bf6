import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import type { PlaylistDetails } from '#contract/lists/playlists.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { OpenedList, OpeningList } from '#web/lists/OpenedList.tsx';
import { PlaylistActions } from '#web/lists/ListEditing.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf, playlistQuery, useMoveItem, useSetInPlaylist } from '#web/lists/lists.queries.ts';
import { ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import type { Pages } from '#web/ui/controls/LoadMore.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { useParams } from 'react-router';
import { ShareButton } from '#web/videos/ShareButton.tsx';
import { headOfPlaylist } from './head/lists.ts';
import { findIn, idIn, type Head, type Loader } from '#web/app/page.ts';

export const loader: Loader = async ({ client, params }) => {
  const id = idIn(params['id']);
  if (id !== null) await client.prefetchInfiniteQuery(playlistQuery(id));
};

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const found = id === null ? null : findIn(client, playlistQuery(id));
  const playlist = found && found.pages[0];
  if (playlist) return headOfPlaylist(playlist);
  return { title: playlist === null ? t`Playlist not found` : t`Playlist`, isMissing: playlist === null };
};

export function PlaylistPage() {
  const id = idIn(useParams()['id']);
  const list = useInfiniteQuery({ ...playlistQuery(id ?? 0), enabled: id !== null });
  return (
    <OpeningList
      query={id === null ? null : list}
      missing={{
        title: t`Playlist not found`,
        text: t`It may be private or deleted.`,
        action: <ButtonLink to={paths.playlists()}>{t`Your playlists`}</ButtonLink>,
      }}
      failed={t`Couldn’t load the playlist`}
    >
      {(playlist, pages) => <Shown key={playlist.id} playlist={playlist} pages={pages} list={list} />}
    </OpeningList>
  );
}

interface ShownProps {
  playlist: PlaylistDetails;
  pages: PlaylistDetails[];
  list: Pages;
}

function Shown({ playlist, pages, list }: ShownProps) {
  const { id, title, visibility } = playlist;
  const { me } = useMe();
  const own = me?.username === playlist.creatorUsername;
  const move = useMoveItem(id);
  const set = useSetInPlaylist();
  return (
    <OpenedList
      list={playlist}
      videos={itemsOf(pages)}
      badge={own && <Badge>{visibility === 'PUBLIC' ? t`Public` : t`Private`}</Badge>}
      play={t`Play all`}
      pathOf={(videoId) => paths.inPlaylist(videoId, id)}
      feed={{ playlist: String(id) }}
      actions={
        <>
          {visibility === 'PUBLIC' && <ShareButton shared={{ title, path: paths.playlist(id) }} />}
          {own && <PlaylistActions playlist={playlist} />}
        </>
      }
      label={t`Videos in this playlist`}
      onMove={own ? (videoId, position) => move.mutate({ videoId, position }) : null}
      more={(item) =>
        own && (
          <IconButton
            small
            label={t`Remove ${item.title}`}
            onClick={() => set.mutate({ id, videoId: item.id, isIn: false })}
          >
            <X />
          </IconButton>
        )
      }
      empty={{
        text: own
          ? t`Videos you save to this playlist appear here.`
          : t`Its videos aren’t available right now.`,
        action: <ButtonLink to={paths.videos()}>{t`Find videos`}</ButtonLink>,
      }}
      pages={list}
    />
  );
}
