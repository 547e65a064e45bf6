import { plural, t } from '@lingui/core/macro';
import type { PlaylistDetails } from '#contract/lists/playlists.ts';
import type { SeriesDetails } from '#contract/lists/series.ts';
import type { PageHead } from '#contract/site/pages.ts';
import type { Video } from '#contract/videos/videos.ts';
import { paths } from '#web/app/paths.ts';
import { absolute } from './absolute.ts';
import { shorten } from './heads.ts';
import { breadcrumbs, ofPage, person, type StructuredData } from './structured-data.ts';

export function headOfPlaylist(playlist: PlaylistDetails): PageHead {
  const path = paths.playlist(playlist.id);
  return {
    ...headOfList(playlist, path, playlist.items),
    // a private one is its owner's alone
    ...(playlist.visibility === 'PRIVATE' && { hidden: true }),
  };
}

export const headOfSeries = (series: SeriesDetails): PageHead => ({
  ...headOfList(series, paths.series(series.id), series.videos),
  feed: { query: `?series=${series.id}`, title: series.title },
});

function headOfList(list: PlaylistDetails | SeriesDetails, path: string, videos: Video[]): PageHead {
  const { title, description, creator, count, thumbnail } = list;
  return {
    title,
    description: description
      ? shorten(description)
      : t`${plural(count, { one: '# video', other: '# videos' })}, curated by ${creator}.`,
    path,
    hidden: count === 0,
    image: thumbnail ? absolute(thumbnail) : null,
    ...(import.meta.env.SSR && { data: dataOfList(list, path, videos) }),
  };
}

/** The first videos of the page, in order; their total is given separately. */
function dataOfList(list: PlaylistDetails | SeriesDetails, path: string, videos: Video[]): StructuredData[] {
  const { title, creator, creatorUsername, description, thumbnail } = list;
  const page = {
    ...ofPage(),
    '@type': 'CollectionPage',
    name: title,
    description: description ?? undefined,
    url: absolute(path),
    image: thumbnail ? absolute(thumbnail) : undefined,
    author: person(creator, creatorUsername),
    dateCreated: list.createdAt,
    dateModified: list.updatedAt,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: list.count,
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      itemListElement: videos.map((video, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: video.title,
        url: absolute(paths.video(video.id)),
      })),
    },
  };
  return [page, breadcrumbs([creator, paths.creator(creatorUsername)], [title, path])];
}
