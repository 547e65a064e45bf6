import type { QueryClient } from '@tanstack/react-query';
import type { ListedPost } from '#contract/community/community.ts';
import { videosShownWith } from '#contract/text/rich-text.ts';
import { writtenOrigins } from '#web/app/client/initial-data.ts';
import { videoQuery } from './videos.queries.ts';

/** Fetches the videos that posts show; those that guests can't see leave a gap. */
export function preloadShownVideos(
  client: QueryClient,
  posts: Pick<ListedPost, 'content'>[],
): Promise<unknown> {
  const own = writtenOrigins();
  const ids = new Set(posts.flatMap(({ content }) => videosShownWith(content ?? '', own)));
  return Promise.all(Array.from(ids, (id) => client.prefetchQuery(videoQuery(id))));
}
