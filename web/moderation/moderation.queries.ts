import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { moderation } from '#contract/moderation.ts';
import type { ModerationAction, SubjectType } from '#contract/moderation.ts';
import { call } from '#web/app/call.ts';

export interface Subject {
  subjectType: SubjectType;
  subjectId: number;
}

export function useReport() {
  return useMutation({
    mutationFn: ({ subjectId, ...rest }: Subject & { reason: string }) =>
      call(moderation.report, { body: { ...rest, subjectId: String(subjectId) } }),
  });
}

const reportedQuery = queryOptions({
  queryKey: ['moderation', 'reports'],
  queryFn: () => call(moderation.list),
  staleTime: 0,
});
const actsQuery = queryOptions({
  queryKey: ['moderation', 'acts'],
  queryFn: () => call(moderation.acts),
  staleTime: 0,
});
const wordsQuery = queryOptions({
  queryKey: ['moderation', 'words'],
  queryFn: () => call(moderation.words),
});

export const useReported = () => useQuery(reportedQuery);
export const useActs = () => useQuery(actsQuery);
export const useWords = () => useQuery(wordsQuery);

function useChange<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['admin', 'overview'] });
      return client.invalidateQueries({ queryKey: ['moderation'] });
    },
  });
}

export const useAct = () =>
  useChange((body: { action: ModerationAction; reason: string | null; subjects: Subject[] }) =>
    call(moderation.act, { body }),
  );
export const useUndo = () => useChange((id: number) => call(moderation.undo, { params: { id: String(id) } }));
export const useAddWord = () => useChange((body: { word: string }) => call(moderation.addWord, { body }));
export const useRemoveWord = () =>
  useChange((id: number) => call(moderation.removeWord, { params: { id: String(id) } }));
