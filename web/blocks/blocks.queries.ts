import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { blocks } from '#contract/blocks/blocks.ts';
import { call, errorMessage } from '#web/app/client/call.ts';
import { useMe } from '#web/app/session/me.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

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

/** Everything on the site may look different afterwards. */
function useAfterChange() {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}

const showError = (error: Error): void =>
  toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) });

/** Adds a person to a list, or removes them. */
export function useChangePerson(list: PeopleList) {
  return useMutation({
    mutationFn: ({ username, listed }: { username: string; listed: boolean }): Promise<unknown> =>
      call(listed ? CALLS[list].add : CALLS[list].remove, { params: { username } }),
    onSuccess: useAfterChange(),
    onError: showError,
  });
}

export const useMutedTerms = () =>
  useQuery({ queryKey: ['blocks', 'words'], queryFn: () => call(blocks.listWords) });

export function useMuteWord() {
  return useMutation({
    mutationFn: (body: { word: string }) => call(blocks.addWord, { body }),
    onSuccess: useAfterChange(),
  });
}

export function useUnmuteWord() {
  return useMutation({
    mutationFn: (word: string): Promise<unknown> => call(blocks.removeWord, { query: { word } }),
    onSuccess: useAfterChange(),
    onError: showError,
  });
}
