import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mentions } from '#contract/mentions/mentions.ts';
import { call } from '../client/call.ts';

/** Where a text is written. */
export interface MentionSource {
  video?: number;
  post?: number;
}

/** Suggestions for a typed name; null: no mention is being typed. */
export function useMentionable(scope: MentionSource, q: string | null) {
  const query = {
    ...(q ? { q } : {}),
    ...(scope.video ? { video: String(scope.video) } : {}),
    ...(scope.post ? { post: String(scope.post) } : {}),
  };
  return useQuery({
    queryKey: ['mentions', query],
    queryFn: ({ signal }) => call(mentions.suggest, { query, signal }),
    enabled: q !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
