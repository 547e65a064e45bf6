import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mentions } from '#contract/mentions/mentions.ts';
import { call } from '../client/call.ts';

/** Where a text is written. */
export interface MentionPlace {
  video?: number;
  post?: number;
}

/** Names that go on as typed; null: nobody is being mentioned. */
export function useMentionable(place: MentionPlace, q: string | null) {
  const query = {
    ...(q ? { q } : {}),
    ...(place.video ? { video: String(place.video) } : {}),
    ...(place.post ? { post: String(place.post) } : {}),
  };
  return useQuery({
    queryKey: ['mentions', query],
    queryFn: ({ signal }) => call(mentions.suggest, { query, signal }),
    enabled: q !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
