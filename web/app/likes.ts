import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { likes } from '#contract/likes/likes.ts';
import { call } from './client/call.ts';

type Likes = ResponseOf<typeof likes.mine>;

const NO_LIKES: Likes = { videos: [], comments: [], posts: [] };

/** What the caller likes at present: one call for all the hearts on a page. */
export const likesQuery = queryOptions({
  queryKey: ['likes'],
  queryFn: () => call(likes.mine),
  staleTime: 5 * 60_000,
});

/** For one heart of many: it is drawn again when it changes, not when the call is answered. */
export const useIsLiked = (kind: keyof Likes, id: number): boolean =>
  useQuery({
    ...likesQuery,
    placeholderData: NO_LIKES,
    select: ({ [kind]: liked }) => liked.includes(id),
  }).data ?? false;
