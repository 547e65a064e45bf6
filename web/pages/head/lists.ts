import { plural, t } from '@lingui/core/macro';
import type { PlaylistDetails } from '#contract/lists/playlists.ts';
import type { SeriesDetails } from '#contract/lists/series.ts';
import type { PageHead } from '#contract/site/pages.ts';
import type { TagPage } from '#contract/tags/tags.ts';
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

/** With the first of its videos. */
export function headOfTag({ tag, videos: count, posts }: TagPage, videos: Video[]): PageHead {
  const title = `#${tag}`;
  const path = paths.tag(tag);
  const [first] = videos;
  return {
    title,
    description: t`${plural(count, { one: '# video', other: '# videos' })} and ${plural(posts, { one: '# post', other: '# posts' })} with the tag ${title}.`,
    path,
    hidden: count + posts === 0,
    image: first ? absolute(`/api/videos/${first.id}/card.png`) : null,
    feed: { query: `?tag=${encodeURIComponent(tag)}`, title },
    ...(import.meta.env.SSR && {
      data: [
        {
          ...ofPage(),
          '@type': 'CollectionPage',
          name: title,
          url: absolute(path),
          mainEntity: itemList(videos, count, 'Descending'),
        },
        breadcrumbs([t`Videos`, paths.videos()], [title, path]),
      ],
    }),
  };
}

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
    mainEntity: itemList(videos, list.count, 'Ascending'),
  };
  return [page, breadcrumbs([creator, paths.creator(creatorUsername)], [title, path])];
}

const itemList = (videos: Video[], count: number, order: 'Ascending' | 'Descending') => ({
  '@type': 'ItemList',
  numberOfItems: count,
  itemListOrder: `https://schema.org/ItemListOrder${order}`,
  itemListElement: videos.map((video, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: video.title,
    url: absolute(paths.video(video.id)),
  })),
});
