import type { QueryClient } from '@tanstack/react-query';
import { initialData } from '#web/app/initial-data.ts';
import { videoQuery } from './videos.queries.ts';

/** Reads the videos that came along with a page because its posts show them. */
export const preloadShownVideos = (client: QueryClient) =>
  Promise.all(
    Object.keys(initialData.answers)
      .flatMap((address) => /^\/api\/videos\/(\d+)$/.exec(address)?.[1] ?? [])
      .map((id) => client.prefetchQuery(videoQuery(Number(id)))),
  );
