import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { productTags } from '#contract/product-tags/product-tags.ts';
import { call } from '#web/app/client/call.ts';

export const tagsQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['products', 'tags', videoId],
    queryFn: () => call(productTags.list, { params: { id: String(videoId) } }),
  });

export const useTags = (videoId: number) => useQuery({ ...tagsQuery(videoId), staleTime: 0 });

export function useSaveTags(videoId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof productTags.save>) =>
      call(productTags.save, { params: { id: String(videoId) }, body }),
    onSuccess: (tags) => client.setQueryData(tagsQuery(videoId).queryKey, tags),
  });
}
