import { useQuery } from '@tanstack/react-query';
import { creators } from '#contract/creators.ts';
import { call } from '#web/app/call.ts';

export function useCreators() {
  return useQuery({ queryKey: ['creators'], queryFn: () => call(creators.list) });
}

export function useCreator(username: string) {
  return useQuery({
    queryKey: ['creators', username.toLowerCase()],
    queryFn: () => call(creators.get, { params: { username } }),
  });
}
