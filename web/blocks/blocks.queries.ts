import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { blocks } from '#contract/blocks/blocks.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { useMe } from '#web/app/session/me.ts';

export type PeopleList = 'blocks' | 'mutes';

const CALLS = {
  blocks: { list: blocks.listBlocks, add: blocks.block, remove: blocks.unblock },
  mutes: { list: blocks.listMutes, add: blocks.mute, remove: blocks.unmute },
} as const;

const peopleQuery = (list: PeopleList) =>
  queryOptions({ queryKey: ['blocks', list], queryFn: () => call(CALLS[list].list) });

/** The people a member blocks or mutes. */
export function usePeople(list: PeopleList) {
  const { signedIn } = useMe();
  return useQuery({ ...peopleQuery(list), enabled: signedIn });
}

/** Adds a person to a list, or removes them. */
export const useChangePerson = (list: PeopleList) =>
  useChange(
    ({ username, listed }: { username: string; listed: boolean }): Promise<unknown> =>
      call(listed ? CALLS[list].add : CALLS[list].remove, { params: { username } }),
    { refetch: 'everything', awaits: false, failed: () => t`Failed to save` },
  );

export const useMutedTerms = () =>
  useQuery({ queryKey: ['blocks', 'words'], queryFn: () => call(blocks.listWords) });

export const useMuteWord = () =>
  useChange((body: { word: string }) => call(blocks.addWord, { body }), {
    refetch: 'everything',
    awaits: false,
  });

export const useUnmuteWord = () =>
  useChange((word: string): Promise<unknown> => call(blocks.removeWord, { query: { word } }), {
    refetch: 'everything',
    awaits: false,
    failed: () => t`Failed to save`,
  });
