import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { toast } from '#web/ui/dialogs/toast.ts';
import { errorMessage } from './call.ts';

interface ChangeOptions<Input, Output> {
  /** The beginnings of the keys of what is refetched, also after an error: someone else may have been faster. */
  refetch?: readonly QueryKey[] | 'everything';
  /** The change is pending until what it refetches is there. */
  awaits?: boolean;
  onSuccess?: (output: Output, input: Input) => unknown;
  /** The title of the toast that shows an error; without it the component shows it. */
  failed?: () => string;
  /** Changes in one scope run one after the other. */
  scope?: string;
}

/** A call that changes something, and what is refetched then. */
export function useChange<Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  { refetch = [], awaits = true, onSuccess, failed, scope }: ChangeOptions<Input, Output> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    scope: scope === undefined ? undefined : { id: scope },
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (error) => {
      if (failed) toast(failed(), { kind: 'bad', text: errorMessage(error) });
    },
    onSettled: async (_, error) => {
      const refetched =
        refetch === 'everything'
          ? client.invalidateQueries()
          : Promise.all(refetch.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (awaits && !error) await refetched;
    },
  });
}
