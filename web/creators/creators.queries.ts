import { queryOptions, useQuery } from '@tanstack/react-query';
import { creators } from '#contract/creators.ts';
import { call } from '#web/app/call.ts';

const creatorsQuery = queryOptions({ queryKey: ['creators'], queryFn: () => call(creators.list) });
const creatorQuery = (username: string) =>
  queryOptions({
    queryKey: ['creators', username.toLowerCase()],
    queryFn: () => call(creators.get, { params: { username } }),
  });

export const useCreators = () => useQuery(creatorsQuery);
export const useCreator = (username: string) => useQuery(creatorQuery(username));
